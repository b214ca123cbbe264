"""The files of a desk: where its games came from, and how they are written back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import report_other_names
from fairyscore.notation.editing.game_file import add_game, format_of_new_game, write_back
from fairyscore.notation.editing.rewrite import why_not_rewritten
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.game import Game
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.roster import ROSTER
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.locking import office_held
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import FileStamp
from fairyscore.render.desk.desk import Desk
from fairyscore.render.desk.open_game import OpenGame


@dataclass(slots=True)
class _Source:
    """The source of a game on the desk: the file, its verdict, without which it is not written back, and the file's stamp
    when it was read."""

    path: str
    verdict: Verdict
    stamp: FileStamp

    def __str__(self) -> str:
        return name(self.path)


class DeskFiles:
    """Saves games to the files they came from. What another program has done to a file meanwhile is never lost unasked."""

    def __init__(self, reader: RecordReader) -> None:
        self._reader = reader
        self._sources: list[_Source] = []

    def read(self, desk: Desk, paths: tuple[str, ...], report: Reporter) -> None:
        """Put the games of files on the desk; what is wrong with them is reported."""
        stamps = {path: FileStamp.of(path) for path in paths if path != STDIN}
        for verdict, path in self._reader.games(paths):
            report.verdict(verdict, path)
            if verdict.record is None:
                continue
            game = Game(verdict.record, tuple(verdict.findings), verdict)
            if game.start is None:
                continue
            source = _Source(path, verdict, stamps[path]) if path in stamps and _can_be_saved(verdict) else None
            desk.add(game, source)
            self._sources += [source] if source else []

    def save(self, game: OpenGame) -> str:
        """See `Files`."""
        return self._write(_source_of(game), game)

    def overwrite(self, game: OpenGame) -> str:
        """See `Files`."""
        self._read_again(game)
        return self._write(_source_of(game), game)

    def save_beside(self, game: OpenGame) -> str:
        """See `Files`."""
        path = _free_name(Path(_source_of(game).path))
        add_game(path, game.game.record, format_of_new_game(path), stamp=FileStamp.of(path))
        return name(path)

    def outside(self, game: OpenGame) -> Game | None:
        """See `Files`."""
        source = _source_of(game)
        found = self._present(source)
        return None if found is None or found.record is None else Game(found.record, tuple(found.findings), found)

    def accept(self, game: OpenGame) -> None:
        """See `Files`."""
        self._read_again(game)

    def _write(self, source: _Source, game: OpenGame) -> str:
        """Write a game to its file, and remember what that is now, for the other games of the file too."""
        before = source.stamp
        with office_held(source.path, "desk"):
            write_back(source.path, source.verdict, game.game.record, self._reader, stamp=before)
        report_other_names(source.path, before)
        after = FileStamp.of(source.path)
        for other in self._sources:
            if other.path == source.path and other.stamp == before:
                other.stamp = after
        return str(source)

    def _read_again(self, game: OpenGame) -> None:
        """From now on a game is held against its file as that is now. Raises `NotWritten` where it is not in it."""
        source = _source_of(game)
        stamp = FileStamp.of(source.path)
        found = self._present(source)
        if found is None:
            raise NotWritten(source.path, "the game is not in it any longer; save it beside the file")
        source.verdict, source.stamp = found, stamp

    def _present(self, source: _Source) -> Verdict | None:
        """A game in its file as that is now: by its players and event, and of several such by its place."""
        if not Path(source.path).is_file():
            return None
        wanted, number = source.verdict.record, source.verdict.game_text.number
        verdicts = (verdict for verdict in self._reader.verdicts(source.path) if verdict.game_text.number)
        fits = [verdict for verdict in verdicts if _fits(verdict.record, wanted) and _can_be_saved(verdict)]
        return next((verdict for verdict in fits if verdict.game_text.number == number), fits[0] if fits else None)


def _source_of(game: OpenGame) -> _Source:
    assert isinstance(game.source, _Source)
    return game.source


def _can_be_saved(verdict: Verdict) -> bool:
    """Whether a game can be written anew in its format without losing anything."""
    return verdict.whole and not why_not_rewritten(format_named(verdict.form))


def _fits(one: Record | None, other: Record | None) -> bool:
    """Whether two records may be of one game: the same variant, and no player, event or date that contradicts."""
    if one is None or other is None or one.variant != other.variant:
        return False
    return all(one.tag(tag, other.tag(tag)) == other.tag(tag, one.tag(tag)) for tag in ROSTER if tag != "Result")


def _free_name(path: Path) -> str:
    """The path of a new file beside another: `games-2.pgn`."""
    named = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return str(next(candidate for candidate in named if not candidate.exists()))
