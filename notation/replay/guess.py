"""Which game a record is of that does not say, and the letters of which language its pieces have: those in which all its
moves are legal, if there is just one.

Only a record that names no variant comes here, and only where it cannot be judged as it is: bare moves, or moves that
make no sense in chess, which a record without the tag means. A game of chess with a slip stays a faulty game of chess.

>>> from fairyscore.notation.replay import Validator
>>> verdict = judged(Validator(), GameText(1, "1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *", 1))
>>> verdict.game.name, [finding.code for finding in verdict.findings]
('kaleidochess', ['guessed-variant'])
>>> verdict = judged(Validator(), GameText(1, "1. e4 e5 2. Sf3 Sc6 3. Lb5 *", 1))
>>> [(finding.code, finding.facts["why"]) for finding in verdict.findings], verdict.plies
([('piece-letters', 'German')], 5)
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from string import ascii_letters

from fairyscore.notation.fen.placement import in_letters
from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.moves.languages import ENGLISH, LANGUAGES, languages_with, named_letters, own_letters
from fairyscore.notation.moves.reading import in_record, is_skipped, parse_move, reads_whole_records
from fairyscore.notation.records.diagnostics import RecordCode, Severity
from fairyscore.notation.records.game_setup import is_usual_start, name_in_tags
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.pgn_lexer import NUMBER_OF, is_result_text
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.compiled import compiled_game
from fairyscore.notation.replay.non_moves import parts_of
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Code, Fact
from fairyscore.notation.rules.variant import PositionError, UnknownVariant, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.catalog import games_called
from fairyscore.notation.variants.registry import GUESSED, options_of, variant

FEWEST = 2  # plies that must be legal: one alone says too little
FEWEST_BARE = 1  # of moves without tags that end with a result: those are a game, however short, of chess
_ENDS = re.compile(r"\s(?:1-0|0-1|1/2-1/2|\*)\s*\Z")

CLEARLY_MORE = 10
"""So many plies further than chess another game must come where chess could read the refused move: a slip in a game of
chess is no reason to think of another game that happens to allow it."""

SURELY_CHESS = 16
"""With so many legal plies before it, or after what was probably meant, a move of chess that is refused is a slip in a
game of chess."""

AT_ONCE = 8  # so many moves are looked at before those after them are read

_NO_CHESS = frozenset({Code.UNREADABLE.value, Code.NO_SUCH_CELL.value, Code.NO_SUCH_PIECE.value})
"""Refusals that no piece of the game could bring about: the text is of another game."""

_REST = frozenset({RecordCode.REST_FITS.value, RecordCode.REST_REFUSED.value})
LONGEST = 1 << 16  # characters; no longer record lacks its tags
PLAYERS = "players"  # the option for games of several numbers of players


def judged(judge: Validator, game_text: GameText) -> Verdict:
    """The verdict on a game, reconsidered where something in it makes no sense."""
    return reconsidered(judge.judge(game_text), judge, game_text)


def reconsidered(verdict: Verdict, judge: Validator, game_text: GameText) -> Verdict:
    """The verdict; of a game that names no variant and cannot be judged, that of the game it fits alone.

    A warning `guessed-variant` tells it. Where several families fit, it is chess if that is one of them; else the finding
    `no-variant` names the games. Where none fits, bare moves whose first are legal in chess are chess with a slip.
    Changes nothing where no move was refused and the game is known.
    """
    if verdict.game is not None and not verdict.refused:
        return verdict
    alike = games_called(verdict.tags.get("Variant", "")) if verdict.game is None else ()
    if alike:
        return _of_games_alike(alike, judge, game_text) or verdict
    if any(finding.code == RecordCode.BAD_POSITION.value for finding in verdict.findings):
        verdict = _in_fen_letters(judge, game_text, verdict) or verdict
    if not judge.letters and len(game_text.text) <= LONGEST and not _has_usual_letters(verdict):
        letters = named_letters(verdict.tokens)
        local = _in_other_letters(judge, game_text, verdict, letters)
        local = local or _in_own_letters(judge, game_text, verdict, letters)
        if local is not None:
            return local
    if judge.variant or len(game_text.text) > LONGEST or verdict.tags.get("Variant", "") not in UNKNOWN:
        return verdict
    fits = [fit for fit in _fits(judge, game_text, verdict) if fit.plies >= FEWEST or _is_default(fit)]
    if len({fit.game.family for fit in fits if fit.game}) > 1:  # moves without a word are chess
        fits = list(filter(_is_default, fits)) or fits
    if len({fit.game.family for fit in fits if fit.game}) == 1:
        return _taken(judge, fits, game_text)
    if verdict.game is None and not fits:
        return _with_a_slip(judge, game_text) or verdict
    if verdict.game is None:
        names = _names(fits)
        for place, finding in enumerate(verdict.findings):
            if finding.code == RecordCode.NO_VARIANT.value:
                message = f"{finding.message}; all are legal in {', '.join(names)}"
                facts = {**finding.facts, "candidates": names}
                verdict.findings[place] = finding._replace(message=message, facts=facts)
    return verdict


def _with_a_slip(judge: Validator, game_text: GameText) -> Verdict | None:
    """The verdict on bare moves of which the first are legal in chess and in no game all are; None where they are not.

    Moves without a word are chess, so the refused one is a slip in a game of chess; the warning says what that rests on.
    """
    verdict = judge._replace(variant=DEFAULT_VARIANT).judge(game_text)
    if verdict.plies < FEWEST:
        return None
    facts = {
        "what": NO_NAME,
        "guessed": DEFAULT_VARIANT,
        "why": f"in which {verdict.plies} plies are legal",
        "also": "",
    }
    return _with_note(judge, game_text, verdict, RecordCode.GUESSED_VARIANT, **facts)


def _has_usual_letters(verdict: Verdict) -> bool:
    """True if the moves are known to name pieces by the letters of English, which the game has."""
    return verdict.usual_letters and verdict.game is not None and set(ENGLISH) <= verdict.game.letters.keys()


def _is_default(fit: Verdict) -> bool:
    """True if a verdict is that of chess."""
    return fit.game is not None and fit.game.name == DEFAULT_VARIANT


def _alien_text(verdict: Verdict) -> str:
    """The refused text that is a move of no piece of the game; empty where there is none."""
    refused = next((finding for finding in verdict.findings if finding.move), None)
    return refused.move if refused is not None and refused.code in _NO_CHESS else ""


def _least(verdict: Verdict) -> int:
    """How many plies a game must reach to be thought of; `LONGEST` for none."""
    if verdict.game is None:
        return FEWEST_BARE if _ENDS.search(verdict.game_text.text) else FEWEST
    alien = _alien_text(verdict)
    plies_after = [int(str(finding.facts["moves"])) for finding in verdict.findings if finding.code in _REST]
    if not alien and max([verdict.plies, *plies_after]) >= SURELY_CHESS:
        return LONGEST
    return verdict.plies + (FEWEST if alien else CLEARLY_MORE)


_SHORT_MOVE = re.compile(r"(?:([A-Z]{1,2})[a-w]?[0-9]{0,2}x?|[a-w]x)?[a-w][0-9]{1,2}[+#!?]*")
"""A short move that names its piece by a letter, or is a pawn's."""


def _fits(judge: Validator, game_text: GameText, first: Verdict) -> Iterator[Verdict]:
    """The verdicts of the games in which all moves are legal. first: the one that leaves the game open."""
    least = _least(first)
    if least >= LONGEST:
        return
    if first.usual_letters and (_moves_read(first) < least or _are_surely_refused(game_text.text, first)):
        return
    from fairyscore.notation.moves.lenient import as_meant

    moves = _moves_of(as_meant(first.tokens))
    if len(moves) < least:
        return
    letters = frozenset(map(_letter, moves)) - {""}
    alien = _alien_text(first)
    is_whole = " " in alien or (alien in moves and any(map(str.isdigit, alien)))  # else it may go with its neighbours
    for name in _candidates(letters, _rows(first), first.game.name if first.game else ""):
        if is_whole and not isinstance(parse_move(alien, variant(name)), ParsedMove):
            continue  # the game does not know the refused text either
        if "FEN" not in first.tags and not _is_legal(name, moves):
            continue
        verdict = judge._replace(variant=name, info=False).judge(game_text, explains=False)
        wrong = {finding.code for finding in verdict.findings if finding.severity is Severity.ERROR}
        is_judged = verdict.game is not None and not verdict.refused and verdict.plies >= least
        if is_judged and wrong <= {RecordCode.NO_RESULT.value, Code.CAPTURE_MARK.value}:
            yield verdict


def _moves_read(verdict: Verdict) -> int:
    """How many moves the main line of a game has whose refused move the scanner has read, that one among them."""
    return verdict.plies + 1 + verdict.unjudged


_ONE_MOVE = re.compile(r"(?<=[\s.])(?:([A-Z])[a-w]?[0-9]{0,2}x?|(?:[a-w]x)?)[a-w][0-9]{1,2}[+#!?]*(?=\s)")
"""A short move of a piece, or of a pawn, which has no letter."""

_NOT_MAIN_LINE = re.compile(r"[{(;]")


def _are_surely_refused(text: str, first: Verdict) -> bool:
    """True if the scanner sees that a move of a plain text is refused in each game that it might be of; it cuts no tokens.

    first: the verdict that leaves the game open.
    """
    header = usual_tags(text)
    if header is None or "FEN" in header[0] or first.game is None or _NOT_MAIN_LINE.search(text, header[1]):
        return False
    letters = frozenset(letter or "P" for letter in _ONE_MOVE.findall(text, header[1]))
    names = _candidates(letters, None, first.game.name)
    return all(_is_surely_refused(variant(name), text, header[1]) for name in names)


def _is_surely_refused(game: Variant, text: str, body: int) -> bool:
    compiled = None if reads_whole_records(game) else compiled_game(game)
    return compiled is not None and compiled.kernel.refuses(text, body, compiled.start, compiled.read)


@lru_cache(maxsize=64)
def _candidates(letters: frozenset[str], rows: tuple[int, int] | None, but: str) -> tuple[str, ...]:
    """The games that such letters and rows do not exclude, those for several numbers of players by each."""
    found = []
    for name, traits in GUESSED.items():
        if name == but or not letters <= traits.letters or (rows and traits.rows and rows != traits.rows):
            continue
        numbers = next((option.values for option in options_of(name) if option.name == PLAYERS), ())
        found += [variant(f"{name}:{PLAYERS}={number}").name for number in numbers] or [name]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _letter(text: str) -> str:
    """The letter of the piece in a short move, P for none, O for castling; empty for nothing."""
    short = _SHORT_MOVE.fullmatch(text)
    return (short[1] or "P") if short is not None else "O" * text.startswith("O-O")


def _rows(verdict: Verdict) -> tuple[int, int] | None:
    """The number of rows of the tag FEN and of places in the first; None where it is not a plain one."""
    found = re.match(r"[A-Za-z1-9]+(?:/[A-Za-z1-9]+)+(?= |\Z)", verdict.tags.get("FEN", ""))  # each piece one letter
    if found is None:
        return None
    rows = found[0].split("/")
    return len(rows), sum(int(sign) if sign.isdigit() else 1 for sign in rows[0])


_LETTERS = frozenset(ascii_letters)


def _moves_of(tokens: Sequence[str]) -> list[str]:
    """The tokens that may be moves of the main line, up to the result."""
    depth, found = 0, []
    for token in tokens:
        if token in NUMBER_OF:
            continue
        if depth == 0 and token[0] in _LETTERS and token[-1] != ".":
            if not is_skipped(token):
                found.append(token)
        elif token == "(":
            depth += 1
        elif token == ")":
            depth = max(0, depth - 1)
        elif depth or token[0] in "{;$[" or token[-1] == "." or (len(token) < 4 and token.isdecimal()):
            continue
        elif not token[0].isalpha() and is_result_text(token):
            break
        elif not is_skipped(token):
            found.append(token)
    return found


def _is_legal(name: str, texts: Sequence[str]) -> bool:
    """True if moves are legal in a game, capture marks aside: nearly all games fail at the first."""
    game = variant(name)
    state, legal, texts = game.initial_state(), 0, in_record(texts, game, game.initial_state())
    for first in range(0, len(texts), AT_ONCE):
        moves = []
        for text in texts[first : first + AT_ONCE]:
            read = [parse_move(text, game)]
            if not isinstance(read[0], ParsedMove) and (stuck := parts_of(text, game)):
                read = [parse_move(part, game) for part in stuck if not is_skipped(part)]
            moves += [one for one in read if isinstance(one, ParsedMove)]
            if not all(isinstance(one, ParsedMove) for one in read) and any(map(str.isdigit, text)):
                return False  # else a word, perhaps
        made = state.push_many(moves)
        while made < len(moves):
            if not state.push(replace(moves[made], capture=None)):
                return False
            made += 1 + state.push_many(moves[made + 1 :])
        legal += made
    return legal > 0


def _taken(judge: Validator, fits: list[Verdict], game_text: GameText) -> Verdict:
    """The verdict of the game that is taken, with the warning in front."""
    names = _names(fits)
    judge = judge._replace(variant=names[0])
    also = f" (as in {', '.join(names[1:])})" if names[1:] else ""
    verdict = judge.judge(game_text) if judge.info else fits[0]
    facts = {"what": NO_NAME, "guessed": names[0], "why": ALL_LEGAL, "also": also}
    return _with_note(judge, game_text, verdict, RecordCode.GUESSED_VARIANT, **facts)


NO_NAME = "no variant is named"
ALL_LEGAL = "in which all moves are legal"
MOST_LEGAL = "in which more moves are legal than in the others"


def _of_games_alike(names: Sequence[str], judge: Validator, game_text: GameText) -> Verdict | None:
    """The verdict of the one game among several of a name in which most moves are legal; None where no one leads.

    >>> verdict = judged(Validator(), GameText(1, '[Variant "Cylindrical Chess"] 1. e4 e5 2. Nf3 *', 1))
    >>> verdict.game.name, str(verdict.findings[0].message).partition(";")[0]
    ('cylinder-chess', "'Cylindrical Chess' is a name of several games (cylindrical, cylinder-chess)")
    """
    judges = [judge._replace(variant=name) for name in names]
    verdicts = [one.judge(game_text, explains=False) for one in judges]
    plies = [verdict.plies for verdict in verdicts]
    best = plies.index(max(plies))
    if plies.count(plies[best]) > 1:
        return None
    verdict = verdicts[best]
    if verdict.refused or judge.info:
        verdict = reconsidered(judges[best].judge(game_text), judges[best], game_text)
    called = shown(verdict.tags["Variant"])
    what = f"'{called}' is a name of several games ({', '.join(names)})"
    facts = {"what": what, "guessed": names[best], "why": MOST_LEGAL if verdict.refused else ALL_LEGAL, "also": ""}
    return _with_note(judge, game_text, verdict, RecordCode.GUESSED_VARIANT, **facts)


def _with_note(judge: Validator, game_text: GameText, verdict: Verdict, code: RecordCode, **facts: Fact) -> Verdict:
    """A verdict with a note in front, at the beginning of its text."""
    notes = DiagnosticCollector(judge.file, game_text)
    start = len(game_text.text) - len(game_text.text.lstrip())
    notes.report(code, (start, start + 1), facts)
    verdict.findings[:0] = notes.findings
    return verdict


def _names(fits: list[Verdict]) -> tuple[str, ...]:
    return tuple(fit.game.name for fit in fits if fit.game is not None)


MOST_NAMED = 3  # so many languages in which all moves are the same
FURTHER = 3  # so many plies further a language must lead to be named where no language leads to the end


def _ends_alike(one: Verdict, other: Verdict) -> bool:
    """True if two readings of a game are the same: so many plies that lead to one position."""
    if one.plies != other.plies or one.state is None or other.state is None:
        return False
    return one.state.key() == other.state.key()


def _in_other_letters(judge: Validator, game_text: GameText, first: Verdict, letters: frozenset[str]) -> Verdict | None:
    """The verdict with the letters of the one language in which all is legal, else None.

    first: the verdict with the English ones. letters: those by which its moves name pieces.
    """
    named = judge.variant or ("" if first.tags.get("Variant", "") not in UNKNOWN else DEFAULT_VARIANT)
    game = variant(named) if named else first.game
    if game is None or not first.tokens or not set(ENGLISH) <= game.letters.keys():
        return None
    if letters <= set(ENGLISH):
        return None
    found: dict[str, tuple[Verdict, str]] = {}
    for code in languages_with(letters):
        table = LANGUAGES[code][1]
        if table not in found:
            local = judge._replace(variant=named, letters=code)
            found[table] = local.judge(game_text, explains=False), code
    whole = [one for one in found.values() if not one[0].refused and one[0].plies]
    if whole and all(_ends_alike(verdict, whole[0][0]) for verdict, _ in whole):
        why = " or ".join(LANGUAGES[code][0] for _, code in whole[:MOST_NAMED])
        return _with_note(judge, game_text, whole[0][0], RecordCode.PIECE_LETTERS, why=why)
    best, code = max(found.values(), key=lambda one: one[0].plies, default=(first, ""))
    if not whole and best.plies >= first.plies + FURTHER:
        facts: dict[str, Fact] = {"why": LANGUAGES[code][0], "language": code, "plies": best.plies}
        _with_note(judge, game_text, first, RecordCode.FOREIGN_LETTERS, **facts)  # one leads further, not to the end
    return None


MOST_READINGS = 400
"""So many ways to read letters are tried; a file with more unknown letters stays as it is."""


def _in_fen_letters(judge: Validator, game_text: GameText, first: Verdict) -> Verdict | None:
    """The verdict with the letters that a server has for pieces in its FENs; None where not just one choice of letters
    gives the usual start of the game, or else a position from which all moves are legal. The letters of chess keep their
    meaning.

    >>> fen = "rnbqkmcbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKMCBNR w KQkq - 0 1"
    >>> verdict = judged(Validator(variant="embassy"), GameText(1, f'[FEN "{fen}"] 1. e4 b6 2. i3 *', 1))
    >>> [(finding.code, finding.facts["why"]) for finding in verdict.findings], verdict.plies
    ([('fen-mended', 'the letters of pieces are those of a server, C for A, M for C')], 3)
    """
    fen = first.tags.get("FEN", "")
    try:
        game = variant(name_in_tags(first.tags, judge.variant))
    except (UnknownVariant, PositionError):
        return None
    readings = {tuple(letters.items()): in_letters(fen, letters) for letters in _letters_meant(fen, game)}
    starts = [letters for letters, text in readings.items() if is_usual_start(game.name, text)]
    found = []
    for letters in starts or readings:
        forms = list(_legal_forms(judge._replace(fen_letters=letters), game_text))
        if starts or forms:
            found.append((letters, forms))
    if len(found) != 1:
        return None
    letters, forms = found[0]
    lettered = forms[0] if forms else judge._replace(fen_letters=letters)
    verdict = reconsidered(lettered.judge(game_text), lettered, game_text)
    others = {theirs: ours for theirs, ours in letters if theirs != ours}
    pairs = ", ".join(f"{theirs} for {ours}" for theirs, ours in others.items())
    why = f"the letters of pieces are those of a server, {pairs}"
    if lettered.letters != judge.letters:
        why += "; so are those of the moves"
    elif len(forms) > 1 and not named_letters(verdict.tokens).isdisjoint(others):
        why += "; the moves are read in the letters of the game, and are legal in those of the server too"
    return _with_note(judge, game_text, verdict, RecordCode.FEN_MENDED, why=why, meant=readings[letters])


def _legal_forms(lettered: Validator, game_text: GameText) -> Iterator[Validator]:
    """The judges with which all moves are legal after a FEN in other letters: in those of the game, and of the FEN."""
    forms = [lettered]
    if not lettered.letters:
        forms.append(lettered._replace(letters=own_letters(dict(lettered.fen_letters))))
    for form in forms:
        verdict = form.judge(game_text, explains=False)
        if verdict.game is not None and not verdict.refused and verdict.plies >= FEWEST:
            yield form


def _letters_meant(fen: str, game: Variant) -> Iterator[dict[str, str]]:
    """The possible meanings of a placement's letters where some are none of the game's: those that are none of chess."""
    usual = {letter for letter in f"{ENGLISH}P" if letter in game.letters}
    used = {letter.upper() for letter in fen.partition(" ")[0] if letter.isalpha() and letter.isascii()}
    theirs = sorted(used - usual)
    ours = sorted(letter for letter in set(game.letters) - usual if len(letter) == 1)
    if set(theirs) <= set(game.read_letters) or not 0 < math.perm(len(ours), len(theirs)) <= MOST_READINGS:
        return
    for meant in permutations(ours, len(theirs)):
        yield dict(zip(theirs, meant, strict=True))


def _in_own_letters(judge: Validator, game_text: GameText, first: Verdict, used: frozenset[str]) -> Verdict | None:
    """The verdict with the letters that a server has for the pieces of a game which is named; None where not just one
    choice of letters makes all moves legal. The letters of chess keep their meaning.

    first: the verdict with the game's own ones. used: those by which its moves name pieces.

    >>> judge = Validator(variant="embassy")
    >>> verdict = judged(judge, GameText(1, "1. Nc3 Nh6 2. Mh3 e5 3. d4 *", 1))
    >>> [(finding.code, finding.facts["why"]) for finding in verdict.findings], verdict.plies
    ([('piece-letters', 'those of the server (M for A)')], 5)
    """
    game = first.game
    if game is None or not first.refused or not first.tokens:
        return None
    usual = {letter for letter in ENGLISH if letter in game.letters}
    theirs = sorted(used - usual)
    ours = sorted(set(game.letters) - usual - {"P"})
    if not set(theirs) - set(game.letters) or not 0 < math.perm(len(ours), len(theirs)) <= MOST_READINGS:
        return None
    found: list[tuple[Verdict, dict[str, str]]] = []
    for meant in permutations(ours, len(theirs)):
        letters = dict(zip(theirs, meant, strict=True))
        verdict = judge._replace(letters=own_letters(letters)).judge(game_text, explains=False)
        if not verdict.refused and verdict.plies >= FEWEST:
            found.append((verdict, letters))
    if len(found) != 1:
        return None
    verdict, letters = found[0]
    pairs = ", ".join(f"{own} for {game_letter}" for own, game_letter in letters.items() if own != game_letter)
    return _with_note(judge, game_text, verdict, RecordCode.PIECE_LETTERS, why=f"those of the server ({pairs})")
