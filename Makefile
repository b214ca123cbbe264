# `make demo` shows the program, `make test` checks everything; both set up what they need.
# While writing:  make develop && .venv/bin/pytest tests/test_architecture.py -k climb

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_FAULT := samples/faults/path-blocked.pgn
DEMO_GAME := samples/games/kaleidochess/two-players.pgn
DEMO_PICTURE := build/demo.png
DEMO_STORY := samples/games/kaleidochess/annotated-four-players.pgn
DEMO_PAGE := build/demo.html

PACKAGES := api notation render cli
# The folders too: their time changes when a file goes away.
SOURCES := $(shell find $(PACKAGES) -name __pycache__ -prune -o -print)
KERNEL := $(wildcard notation/kernel/*.p* notation/kernel/core/*)
SITE := import sysconfig; print(sysconfig.get_path("purelib"))
LINKS := fairyscore-links.pth
METADATA := pyproject.toml setup.py LICENSE README.md
STAGE := $(VENV)/stage

# Build tools come from the lock as well, so nothing unpinned is fetched for a build. Most of their modules are never
# imported, so none is compiled before it is.
PIP_LOCKED := pip install --quiet --disable-pip-version-check --no-compile --require-hashes --no-deps \
	--no-build-isolation
COMPILE := build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock'

# Sources that are run where they stand are compiled once, not at each start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-pure install develop types bench bench-peers docs format lock clean

# The sample games are few, so plain Python plays them: no compiler is needed, and the demo starts sooner.
demo: $(if $(wildcard $(VENV)/.installed),install,$(VENV)/.plain)
	$(BIN)/fairyscore validate samples/games
	@echo
	@echo 'Now a record with a fault: the reason is explained, and the exit status is 1.'
	$(BIN)/fairyscore validate $(DEMO_FAULT); test $$? -eq 1
	@echo
	@mkdir -p build
	$(BIN)/fairyscore render $(DEMO_GAME) --game 1 --ply 60 --arrows last -o $(DEMO_PICTURE)
	@echo 'A position of a game is drawn: $(CURDIR)/$(DEMO_PICTURE)'
	@echo
	$(BIN)/fairyscore view $(DEMO_STORY) -o $(DEMO_PAGE)
	@echo 'A page plays a game back, open it in a browser: $(CURDIR)/$(DEMO_PAGE)'
	@test -e $(VENV)/.installed || echo 'Plain Python played these games; `make install` compiles the kernel for archives.'

test: develop types
	$(BIN)/pytest
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# A part of the tests once more, without the compiled kernel.
test-pure: develop
	FAIRYSCORE_PURE=1 $(BIN)/pytest tests/notation/kernel tests/notation/replay tests/notation/records \
		tests/notation/test_archive.py tests/notation/rules/test_conformance_data.py

# The program alone, with its kernel.
install: $(VENV)/.installed

# The program as it stands in the sources, and what the tests need: a change of Python is there at once, and only a
# change of `notation/kernel` compiles. An editable installation gives the command and the metadata; the links of
# `make types` come before it on the path, so that packages and their data are found as they are installed.
develop: types $(VENV)/.developing $(VENV)/.editable $(VENV)/.compiled

# The stamp of the other kind of installation goes: one replaces the other.
$(VENV)/.editable: $(VENV)/.created $(METADATA)
	rm -f $(VENV)/.installed $(VENV)/.plain
	FAIRYSCORE_PURE=1 $(BIN)/pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation \
		--force-reinstall --config-settings editable_mode=lenient --editable .
	echo '$(CURDIR)/build/types' > "$$($(BIN)/python -c '$(SITE)')/$(LINKS)"
	touch $@

# Without a compiler everything is played in plain Python.
$(VENV)/.compiled: $(VENV)/.created $(KERNEL) setup.py
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

# A plain install is byte-compiled and starts faster than an editable one. It is built from a fresh copy, so that a
# file deleted from the sources cannot live on in some old build folder. The stamp bears the time before the copy:
# what is saved while pip works is installed next time.
INSTALL = rm -rf $(STAGE) $(VENV)/.editable "$$($(BIN)/python -c '$(SITE)')/$(LINKS)" && mkdir $(STAGE) && touch $@.new && cp -R $(METADATA) $(PACKAGES) $(STAGE) && \
	$(BIN)/pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation \
	--force-reinstall $(STAGE) && mv $@.new $@

$(VENV)/.installed: $(VENV)/.created $(SOURCES) $(METADATA)
	$(INSTALL)

# The same as plain Python, for the demo.
$(VENV)/.plain: $(VENV)/.created $(SOURCES) $(METADATA)
	export FAIRYSCORE_PURE=1 && $(INSTALL)

$(VENV)/.created: requirements/demo.lock
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, try: make PYTHON=python3.12" \
		if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/$(PIP_LOCKED) -r requirements/demo.lock
	touch $@

$(VENV)/.developing: requirements/dev.lock $(VENV)/.created
	$(BIN)/$(PIP_LOCKED) -r requirements/dev.lock
	touch $@

# The sources under their import names, for mypy.
types:
	mkdir -p build/types/fairyscore
	for package in $(filter-out api,$(PACKAGES)); do ln -sfn ../../../$$package build/types/fairyscore/$$package; done
	for file in __init__.py __main__.py testing.py py.typed; do ln -sfn ../../../api/$$file build/types/fairyscore/$$file; done

# `make bench PGN=games.pgn` measures on chess games of your own.
bench: develop $(VENV)/.bench-locked
	$(BIN)/python -m benchmarks $(PGN)

# Against python-chess, chessops, kokopu and pgn-extract, as far as they are there.
bench-peers: develop $(VENV)/.bench-locked
	-npm install --silent --no-audit --no-fund --prefix build/peers chessops kokopu
	$(BIN)/python -m benchmarks --only peers --only writing --rounds 3

$(VENV)/.bench-locked: $(VENV)/.developing requirements/bench.lock
	$(BIN)/$(PIP_LOCKED) -r requirements/bench.lock
	touch $@

# The documentation site, in build/docs; warnings are errors.
docs: develop $(VENV)/.docs-locked
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs
	@echo 'Open it in a browser: $(CURDIR)/build/docs/index.html'

$(VENV)/.docs-locked: $(VENV)/.developing requirements/docs.lock
	$(BIN)/$(PIP_LOCKED) -r requirements/docs.lock
	touch $@

format: $(VENV)/.developing
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format

# Newest versions that fit pyproject.toml, for every Python from 3.11 on every system, with the hash of every file.
lock:
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/$(PIP_LOCKED) -r requirements/lock.lock
	$(COMPILE) pyproject.toml --group dev --output-file requirements/dev.lock
	$(COMPILE) pyproject.toml --extra png --group build --constraint requirements/dev.lock --output-file requirements/demo.lock
	$(COMPILE) --group docs --constraint requirements/dev.lock --output-file requirements/docs.lock
	$(COMPILE) --group bench --constraint requirements/dev.lock --output-file requirements/bench.lock
	$(COMPILE) --group release --constraint requirements/dev.lock --output-file requirements/release.lock
	$(COMPILE) --group lock --output-file requirements/lock.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +
