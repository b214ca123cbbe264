"""`fairyscore.toml` and `[tool.fairyscore]`: settings that hold below their folder; completion of shells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import run

from fairyscore.cli.main import program

BLOCKED = '[Event "b"]\n[Result "*"]\n\n1. e4 e5 2. Ra4 Nc6 *\n\n'
NUMBER = '[Event "c"]\n[Result "*"]\n\n1. e4 e5 3. Nf3 *\n\n'
KALEIDO = '[Event "k"]\n[Result "*"]\n\n1. 8I-7K 6K-7I *\n\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "drafts").mkdir()
    (tmp_path / "round").mkdir()
    (tmp_path / "a.pgn").write_text(NUMBER, encoding="utf-8")
    (tmp_path / "drafts" / "b.pgn").write_text(BLOCKED, encoding="utf-8")
    (tmp_path / "round" / "k.pgn").write_text(KALEIDO, encoding="utf-8")
    return tmp_path


def test_settings_hold_below_their_folder(project: Path) -> None:
    (project / "fairyscore.toml").write_text(
        'exclude = ["drafts/"]\nignore = ["move-number"]\nformat = "concise"\n[variants]\nround = "kaleidochess"\n',
        encoding="utf-8",
    )
    result = run("validate", str(project))
    assert (result.exit_code, result.stdout) == (
        0,
        "2 games, 5 plies, 2 files: no faults; 1 file left out by the settings\n",
    )
    output = run("validate", str(project), "-v", "--format", "text").stderr
    assert output.startswith(f"settings of {project / 'fairyscore.toml'}:\n  exclude = ['drafts/']\n")


def test_each_command_has_its_format(project: Path) -> None:
    settings = project / "fairyscore.toml"
    settings.write_text('[formats]\nvalidate = "github"\nreplay = "jsonl"\n', encoding="utf-8")
    path = str(project / "a.pgn")
    assert run("validate", path).stdout.startswith("::warning ")
    assert run("replay", path).stdout.startswith('{"game": 1')
    assert run("moves", "chess").stdout.startswith("b1-c3\n")
    settings.write_text('[formats]\nvalidat = "github"\n', encoding="utf-8")
    assert "'validat', which is not a command" in run("validate", path).stderr
    settings.write_text('[formats]\nvalidate = "gitbub"\n', encoding="utf-8")
    assert (run("validate", path).exit_code, run("moves", "chess").exit_code) == (2, 0)


def test_command_line_wins(project: Path) -> None:
    (project / "fairyscore.toml").write_text('ignore = ["move-number"]\nstrict = true\n', encoding="utf-8")
    assert run("validate", str(project / "a.pgn")).exit_code == 0
    assert "move-number" in run("validate", str(project / "a.pgn"), "--ignore", "advice").stdout


def test_nearest_file_counts(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.fairyscore]\nignore = ["path-blocked"]\n', encoding="utf-8")
    (project / "round" / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    assert run("validate", str(project / "drafts")).exit_code == 0
    (project / "drafts" / "fairyscore.toml").write_text("", encoding="utf-8")
    assert run("validate", str(project / "drafts")).exit_code == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'strict = true\nvarient = "chess"\n',
            "fairyscore.toml:2:1: there is no setting 'varient'; did you mean variant?",
        ),
        ('strict = "yes"\n', "fairyscore.toml:1:1: strict must be true or false."),
        ("exclude = [1]\n", "fairyscore.toml:1:1: exclude must be a list of texts."),
        ("variant = \n", "fairyscore.toml is not TOML: "),
    ],
)
def test_faulty_settings_run_nothing(project: Path, text: str, message: str) -> None:
    (project / "fairyscore.toml").write_text(text, encoding="utf-8")
    result = run("validate", str(project))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    script = run("completion", shell).stdout
    assert "_FAIRYSCORE_COMPLETE" in script


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("fairyscore val", "validate"),
        ("fairyscore validate --sta", "--statistics"),
        ("fairyscore validate --variant tor", "tor-qi"),
        ("fairyscore validate --ignore move-number,path-b", "move-number,path-blocked"),
        ("fairyscore convert a.pgn --to json", "jsonl"),
        ("fairyscore convert a.pgn --moves uc", "ucci"),
        ("fairyscore render --theme da", "dark"),
        ("fairyscore render --language n", "nl"),
        ("fairyscore render tor", "tor-qi"),
        ("fairyscore show tor", "tor-qi"),
        ("fairyscore render chess --flip bl", "black"),
        ("fairyscore render chess --names in", "inside"),
        ("fairyscore render chess --view oct", "octagon"),
        ("fairyscore render shogi --pieces inter", "international"),
        ("fairyscore sheet a.pgn --layout ru", "running"),
        ("fairyscore split a.pgn --by ye", "year"),
        ("fairyscore merge a.pgn --to js", "jsonl"),
        ("fairyscore reply a.pgn --to xf", "xfcc"),
        ("fairyscore validate --piece-letters d", "de"),
    ],
)
def test_what_bash_is_answered(words: str, found: str) -> None:
    answered = CliRunner(env=asked(words)).invoke(program, prog_name="fairyscore").stdout
    assert found in [line.partition(",")[2] for line in answered.splitlines()]


def test_the_program_itself_answers_bash() -> None:
    script = "import sys; sys.argv[0] = 'fairyscore'; from fairyscore.cli.main import main; main()"
    command, environment = [sys.executable, "-c", script], {**os.environ, **asked("fairyscore val")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "plain,validate\n"


def asked(words: str) -> dict[str, str]:
    """What bash puts into the environment when somebody presses Tab behind these words."""
    return {
        "_FAIRYSCORE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
