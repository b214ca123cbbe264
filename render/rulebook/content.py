"""From a game to its rule book, in the order in which people print one: what it is about, board, pieces, special moves,
ends, notation, the author's words, and after all that options, readings and what programs need.

The pictures are the board, the start, how every piece moves, and the examples of the rules, which are judged anew.

>>> from fairyscore.notation.variants import variant
>>> sheet = book(variant("chess"))
>>> [chapter.heading for chapter in sheet.chapters]
['Board', 'Pieces', 'Turns', 'Castling', 'En passant', 'Promotion', 'End', 'Notation', 'A sample game', 'For programs']
>>> sheet.figures()[0].caption
'The start. White begins.'
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple, TypedDict

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.moves.registry import native_notation
from fairyscore.notation.position import Position
from fairyscore.notation.rules.moves import ABSENT, DROP, Move, ParsedMove
from fairyscore.notation.rules.readings import Example, RuleSection, RuleText
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.storage.file_names import safe
from fairyscore.notation.variants.registry import UnknownVariant, game_of, options_of
from fairyscore.render import markdown, prose
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import diagram
from fairyscore.render.glyphs.folder import PieceSet
from fairyscore.render.idiom import cells_here, notation_here, player
from fairyscore.render.language import capital, current, translated
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.markdown import Parts
from fairyscore.render.marks import BoardMarks
from fairyscore.render.movement import movement, refusal, telling_cells
from fairyscore.render.routes import move_path
from fairyscore.render.rulebook import captions
from fairyscore.render.rulebook.moves import MoveTable, changes, move_table
from fairyscore.render.rulebook.sample import stretches
from fairyscore.render.themes import Theme, find


class RulebookFigure(NamedTuple):
    """A picture. name: of its file, without ending; title: for who does not see it; caption: what stands below.

    moves: the kind whose movement it shows, and the cell that this one stands on; nothing in other pictures.
    """

    name: str
    svg: str
    title: str
    caption: str
    moves: tuple[int, int] | None = None


class _Drawing(TypedDict):
    """The options of all pictures of a book, as `drawing.DrawingRequest` has it."""

    theme: Theme | str
    piece_set: PieceSet | None


class FigureLook(NamedTuple):
    """The look of the pictures of a rule book.

    theme: as `drawing.diagram` has it; size: of most pictures, in millimetres; 0 for what the board needs so that its
    pieces are seen. live: for a page on which pictures of movements answer to a click. piece_set: of the user's
    (`glyphs.folder.load_folder`).
    """

    theme: Theme | str = "screen"
    size: float = 0.0
    live: bool = False
    piece_set: PieceSet | None = None

    @property
    def drawing(self) -> _Drawing:
        """The settings of all pictures."""
        return {"theme": self.theme, "piece_set": self.piece_set}

    def small(self, game: Variant) -> str:
        """The width of most pictures."""
        return f"{self.size or _needed(game):g}mm"

    def large(self, game: Variant) -> str:
        """The width of board and start."""
        return f"{min(WIDEST, round(1.57 * (self.size or _needed(game)))):g}mm"


LEAST_CELL, LEAST_SIZE, MOST_SIZE, WIDEST = 5.0, 49.0, 76.0, 150.0
"""Millimetres: a cell in which a piece is seen, pictures of small boards (three side by side), of large ones (two on a
page of A4), and the page."""


def _needed(game: Variant) -> float:
    """The width of a picture in which the pieces of a board are seen."""
    if layout_of(game).middle:
        return MOST_SIZE
    return min(MOST_SIZE, max(LEAST_SIZE, LEAST_CELL * _across(game)))


def _across(game: Variant) -> int:
    """How many cells stand side by side on a flat board."""
    return len({round(spot.centre.x) for spot in layout_of(game).spots})


class Paragraphs(NamedTuple):
    """Paragraphs of plain text."""

    lines: tuple[str, ...]


class AuthorText(NamedTuple):
    """A text of the author. parts: of its Markdown, as `render.markdown` has them."""

    parts: Parts


class AlignedLines(NamedTuple):
    """Lines whose blanks keep columns in their places."""

    lines: tuple[str, ...]


class RulebookEntry(NamedTuple):
    """Something with a name, and what is said of it, a paragraph a line."""

    term: str
    lines: tuple[str, ...]


class Entries(NamedTuple):
    """Terms and what they are."""

    items: tuple[RulebookEntry, ...]


class Figures(NamedTuple):
    """Pictures that belong together, side by side where there is room."""

    items: tuple[RulebookFigure, ...]


class PieceEntry(NamedTuple):
    """A kind of piece: what is said of it, and how it moves in pictures. text: the author's own of it."""

    name: str
    lines: tuple[str, ...]
    figures: tuple[RulebookFigure, ...]
    text: Parts = []  # noqa: RUF012 (never changed)


class PieceEntries(NamedTuple):
    """All kinds of pieces, each text with its pictures."""

    items: tuple[PieceEntry, ...]


class Stretches(NamedTuple):
    """A game to play over in parts, each with the position that it leads to."""

    items: tuple[PieceEntry, ...]


Block = Paragraphs | AuthorText | AlignedLines | Entries | Figures | PieceEntries | Stretches


class Chapter(NamedTuple):
    """A chapter: all that stands under a heading. appendix: for who asks why, and for programs, not for players."""

    heading: str
    blocks: tuple[Block, ...]
    appendix: bool = False


class Rulebook(NamedTuple):
    """A whole rule book, however it is written. byline: who made the game, and when. cover: the start. setting: what
    stands where there, by player. aim: in front of the first heading. paper: sides of a PDF, in mm. moves: for pictures
    that answer to a click."""

    title: str
    byline: str
    cover: tuple[RulebookFigure, ...]
    aim: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    paper: tuple[float, float] = (210.0, 297.0)
    moves: MoveTable | None = None
    setting: tuple[RulebookEntry, ...] = ()

    def pieces(self) -> tuple[PieceEntry, ...]:
        """The entries of all pieces, in their order."""
        blocks = (block for chapter in self.chapters for block in chapter.blocks)
        return tuple(entry for block in blocks if isinstance(block, PieceEntries) for entry in block.items)

    def figures(self) -> tuple[RulebookFigure, ...]:
        """All pictures, in their order."""
        found = list(self.cover)
        for block in (block for chapter in self.chapters for block in chapter.blocks):
            if isinstance(block, Figures):
                found += block.items
            elif isinstance(block, PieceEntries | Stretches):
                found += (figure for entry in block.items for figure in entry.figures)
        return tuple(found)


READERS: Final = ("all", "players")
"""For whom a rule book is: players need no appendix, and no ids of its readings."""

ASIDE: Final = re.compile(r" *\([A-Z]-[0-9]+(?:, [A-Z]-[0-9]+)*(?:, [^()]*)?\)")  # the ids of readings behind a rule


def book(game: Variant, how: FigureLook = FigureLook(), readers: str = "all") -> Rulebook:  # noqa: B008 (immutable)
    """The whole book. Every picture and every example is made and judged anew. readers: one of `READERS`."""
    text, about = game.rules.text(current().code), game.rules.about
    sections = game.rules.sections
    own_aim = [section for section in sections if section.heading == "Aim"]
    aim = section_lines(game, own_aim[0], text) if own_aim else text.aim
    chapters = (
        *_author(game, "", about.description),
        *_sections(game, [section for section in sections if section.heading != "Aim"], text, how),
        *_notation(game, text),
        *_sample(game, how),
        *_author(game, "History", about.history),
        *_author(game, "Strategy", about.strategy),
        *_readings(game),
        *_options(game),
        *_settings(game),
    )
    theme = find(how.theme) if isinstance(how.theme, str) else how.theme
    moves = move_table(game, theme) if how.live and not changes(game) else None
    cover, setting = tuple(_start(game, how)), tuple(_setting(game))
    title = in_current_language(game, game.title)
    whole = Rulebook(title, about.byline, cover, tuple(aim), chapters, moves=moves, setting=setting)
    return _for_players(whole) if readers == "players" else whole


def _for_players(whole: Rulebook) -> Rulebook:
    """A book without its appendix, and without the ids that it explains."""
    chapters = (chapter for chapter in whole.chapters if not chapter.appendix)
    return whole._replace(
        aim=tuple(map(_without_ids, whole.aim)),
        chapters=tuple(chapter._replace(blocks=tuple(map(_block_without_ids, chapter.blocks))) for chapter in chapters),
    )


def _without_ids(line: str) -> str:
    return ASIDE.sub("", line)


def _block_without_ids(block: Block) -> Block:
    """A block whose sentences name no readings."""
    match block:
        case Paragraphs(sentences):
            return Paragraphs(tuple(map(_without_ids, sentences)))
        case Figures(figures):
            return Figures(tuple(map(_figure_without_ids, figures)))
        case PieceEntries(entries):
            return PieceEntries(
                tuple(
                    entry._replace(
                        lines=tuple(map(_without_ids, entry.lines)),
                        figures=tuple(map(_figure_without_ids, entry.figures)),
                    )
                    for entry in entries
                )
            )
    return block


def _figure_without_ids(figure: RulebookFigure) -> RulebookFigure:
    return figure._replace(caption=_without_ids(figure.caption), title=_without_ids(figure.title))


def _author(game: Variant, heading: str, text: str) -> Iterator[Chapter]:
    """The chapter of an author's text."""
    if text:
        yield Chapter(translated(heading) if heading else "", (_author_text(game, text),))


def _author_text(game: Variant, text: str) -> AuthorText:
    """A text of the author in the current language."""
    return AuthorText(markdown.parts(in_current_language(game, text), game.rules.about.folder))


def _sections(game: Variant, sections: Sequence[RuleSection], text: RuleText, how: FigureLook) -> Iterator[Chapter]:
    """The chapters of the rules. What is made of the rules is said in the current language."""
    for number, section in enumerate(sections, 1):
        examples = [
            (example, tuple(_example(game, example, f"example-{number}-{place}", how)))
            for place, example in enumerate(section.examples, 1)
        ]
        blocks = [*_with_examples(section_lines(game, section, text), examples if section.shows != "pieces" else [])]
        if section.shows == "board" and (layout_of(game).middle or game.writing.schemes):
            blocks.append(Figures(tuple(_board(game, how))))
        elif section.shows == "pieces":
            blocks += _pieces(game, text, how, examples)
        if blocks:
            yield Chapter(_heading(game, section, text), tuple(blocks))


def _with_examples(
    sentences: Sequence[str], examples: Sequence[tuple[Example, tuple[RulebookFigure, ...]]]
) -> Iterator[Block]:
    """The blocks of a section, with its examples after the sentences that they show."""
    ends = sorted({min(example.line or len(sentences), len(sentences)) for example, _ in examples} | {len(sentences)})
    for start, end in pairwise((0, *ends)):
        yield from lines(sentences[start:end])
        figures = [drawn for example, drawn in examples if min(example.line or len(sentences), len(sentences)) == end]
        if shown := tuple(figure for some in figures for figure in some):
            yield Figures(shown)


def _heading(game: Variant, section: RuleSection, text: RuleText) -> str:
    """The heading of a section in the current language."""
    headings = {chapter.key: chapter.heading for chapter in text.special}
    if is_in_current_language(game) and section.author_lines:
        return section.heading
    return headings.get(section.key) or in_current_language(game, section.heading)


def is_in_current_language(game: Variant) -> bool:
    """Whether what is written of a game is written in the current language."""
    return game.rules.sheet().language == current().code


def in_current_language(game: Variant, written: str) -> str:
    """A text of a game in the current language: in the words of its file, else in ours, else as it is."""
    if is_in_current_language(game):
        return written
    if words := written.startswith(" ") and written.lstrip():
        return written.removesuffix(words) + ", ".join(_in_table(item) for item in words.split(", "))
    return game.rules.words(current().code).texts.get(written) or current().words.get(written, written)


def _in_table(item: str) -> str:
    """One item of a line in columns: `knight on red`, or what needs no translation."""
    kind, on, colour = item.partition(" on ")
    return translated("{kind} on {colour}", kind=translated(kind), colour=translated(colour)) if on else item


def section_lines(game: Variant, section: RuleSection, text: RuleText) -> tuple[str, ...]:
    """The lines of a section. In another language than that of the game's texts these are translated, where somebody has
    done so; else what the rules say of the same, and only what they do not say stays as it is."""
    made = text.under(section.key)
    if is_in_current_language(game):
        pieces = section.key == "pieces"
        return (*section.author_lines, *made) if pieces and made else section.lines
    own = tuple(in_current_language(game, line) for line in section.author_lines or section.lines)
    changed = tuple(new for new, line in zip(own, section.author_lines, strict=False) if new != line)
    if not made:
        return own
    if section.key == "pieces":
        return (*changed, *made)
    if section.key == "ends" and len(changed) < len(section.author_lines):
        return (*made, *changed)
    return changed if changed and len(changed) == len(section.author_lines) else made


PRINTED: Final = {
    "san": "Short form",
    "long": "Long form",
    "lan": "Long form with letters",
    "figurine": "With figurines",
    "hodges": "Western form",
    "japanese": "Japanese",
    "chinese": "Chinese",
    "wxf": "WXF",
    "janggi": "Numbered points",
    "spoken": "In words",
}
"""What people call the notations that they write; the others are for programs."""

SPOKEN: Final = "spoken"
"""The notation that is English in all languages."""


READ: Final = {
    "wxf": (
        "Points are named here by their file, counted from Red's right, and their rank: 5.1 is where Red's general begins.",
        "A move of the game's own notation has four signs: the letter of the piece; the file on which it stands, "
        "counted from its player's right; + for ahead, - for back or = for sideways; and how many points it goes "
        "on its file, or else the file on which it arrives.",
        "Where two pieces of a kind stand on one file, + in place of the file means the front one and - the rear one.",
    ),
}
"""How a notation is read, by its name; what the others write is said of the short form."""


def _notation(game: Variant, text: RuleText) -> Iterator[Chapter]:
    """How moves are written: letters, signs, and one move in every notation that people use."""
    blocks: list[Block] = []
    if own := READ.get(native_notation(game).name) if game.idiom.notations else None:
        blocks.append(Paragraphs(tuple(map(translated, own))))
    if text.notation:
        short = (translated("Of the short form:"),) if own else ()
        blocks.append(Paragraphs((*short, *text.notation)))
    letters = ((prose.letter_of(game, letter), name) for letter, name in text.letters)
    meanings = (*letters, *text.signs)
    if meanings:
        blocks.append(Entries(tuple(RulebookEntry(sign, (meaning,)) for sign, meaning in meanings)))
    written, what = _written(game)
    printed = PRINTED if current().code == "en" else PRINTED.keys() - {SPOKEN}
    if entries := tuple(RulebookEntry(translated(PRINTED[name]), (move,)) for name, move in written if name in printed):
        lead = translated("One move as each notation writes it: {what}", what=what) if what else ""
        blocks += (Paragraphs(tuple(filter(None, (lead,)))), Entries(entries))
    if blocks:
        yield Chapter(translated("Notation"), tuple(blocks))


def _written(game: Variant) -> tuple[list[tuple[str, str]], str]:
    """One move with the name of each notation, and what is to be seen in it."""
    state = game.initial_state()
    examples = (one for one in game.rules.sheet().examples if not one.refused)
    example = min(examples, key=lambda one: one.move.startswith("O-O") or "@" in one.move, default=None)
    if example:
        try:
            state = Position.from_fen(example.position, example.game or game.name).state
        except (PositionError, UnknownVariant):
            return [], ""
        parsed = parse_move(example.move, game)
        move = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    else:
        move = next(iter(state.moves()), None)
    if move is None:
        return [], ""
    native = (native_notation(game),) if game.idiom.notations else ()
    notations = dict.fromkeys((*native, *game.writing.notations))
    written = [(notation.name, prose.spelled(game, notation.write(state, move, game))) for notation in notations]
    return written, _says(game, example) if example else ""


def _sample(game: Variant, how: FigureLook) -> Iterator[Chapter]:
    """A game to play over; remarks only in the language in which they are written."""
    entries = []
    for number, part in enumerate(stretches(game, remarks=is_in_current_language(game)), 1):
        drawn = diagram(part.position, **how.drawing, size=how.small(game), plain=True)
        caption = capital(f"{translated('after {move}', move=part.then.numbered)}.")
        figure = RulebookFigure(f"sample-{number}", drawn.svg(), drawn.title, caption)
        name = translated("Moves {first} to {last}", first=part.first, last=part.last)
        entries.append(PieceEntry(name, (part.text,), (figure,)))
    if entries:
        yield Chapter(translated("A sample game"), (Stretches(tuple(entries)),))


def _settings(game: Variant) -> Iterator[Chapter]:
    """The last page, for programs and editors."""
    facts = {
        "Name": (game.name,),
        "Source": (game.rules.page and f"{in_current_language(game, game.rules.page)}.",),
        "Players": (", ".join(player(game, seat) for seat in range(len(game.seats))),),
        "Start position": (game.write_position(game.initial_state()),),
        "Other notations": (", ".join(f"{name} {move}" for name, move in _written(game)[0] if name not in PRINTED),),
        "Warning": game.rules.warnings,
    }
    entries = (RulebookEntry(translated(name), values) for name, values in facts.items() if any(values))
    yield Chapter(translated("For programs"), (Entries(tuple(entries)),), appendix=True)


def lines(sentences: Iterable[str]) -> Iterator[Paragraphs | AlignedLines]:
    """Sentences as paragraphs; lines that begin with blanks keep their columns, as those of a small table.

    >>> list(lines(["A point.", "  R G", "  Y B"]))
    [Paragraphs(lines=('A point.',)), AlignedLines(lines=('R G', 'Y B'))]
    """
    for in_columns, together in groupby(sentences, key=lambda line: line.startswith(" ")):
        if in_columns:
            table = list(together)
            least = min(len(line) - len(line.lstrip()) for line in table)
            yield AlignedLines(tuple(line[least:] for line in table))
        else:
            yield Paragraphs(tuple(together))


OPEN_POINTS = "Where the page leaves a point open, this project decides; rules above name these ids."


def _readings(game: Variant) -> Iterator[Chapter]:
    entries = []
    for reading in game.rules.readings:
        choices = (translated(sentence, **filled) for sentence, filled in reading.choices(game.name))
        why = translated("Why: {reason}", reason=in_current_language(game, reading.reason))
        entries.append(RulebookEntry(reading.id, (in_current_language(game, reading.says), why, *choices)))
    if entries:
        yield Chapter(
            translated("Readings"), (Paragraphs((translated(OPEN_POINTS),)), Entries(tuple(entries))), appendix=True
        )


def _options(game: Variant) -> Iterator[Chapter]:
    """How each is written, what it does, and what else sets it."""
    entries = []
    for option in options_of(game_of(game.name)):
        values = ""
        if option.values:
            values = f"={'|'.join(option.values)}"
        elif option.pattern:
            values = "=…"
        usual = translated("If nothing is said, {default}.", default=option.default) if option.default else ""
        tag = translated("In records the tag {tag}.", tag=option.tag) if option.tag else ""
        says = in_current_language(game, option.says)
        entries.append(RulebookEntry(f"{option.name}{values}", tuple(filter(None, (f"{says}.", usual, tag)))))
    if entries:
        yield Chapter(translated("Options of the name"), (Entries(tuple(entries)),), appendix=True)


# -- board and start --------------------------------------------------------------------------------------------------


def _board(game: Variant, how: FigureLook) -> Iterator[RulebookFigure]:
    drawn = diagram(
        Position.start(game.name),
        theme=how.theme,
        piece_set=how.piece_set,
        names="all",
        size=how.large(game),
        bare=True,
    )
    yield RulebookFigure("board", drawn.svg(), drawn.title, translated("The board and the names of its fields."))


def _start(game: Variant, how: FigureLook) -> Iterator[RulebookFigure]:
    position = Position.start(game.name)
    drawn = diagram(position, **how.drawing, size=how.large(game), plain=True)
    caption = translated("The start. {seat} begins.", seat=capital(player(game, position.state.turn)))
    yield RulebookFigure("start", drawn.svg(), drawn.title, caption)


CORNERED: Final = ("rectangle", "cylinder")  # the shapes of boards whose first cell is a corner


def _setting(game: Variant) -> Iterator[RulebookEntry]:
    """The pieces of each player at the start, for setting up the board, and how a chequered one lies."""
    for army in prose.armies(game, game.initial_state()):
        player_name, _, pieces = army.partition(": ")
        yield RulebookEntry(player_name, (f"{capital(pieces)}.",))
    corner, *others = game.scenery.fields or ("",)
    cornered = isinstance(game.board, HeadedBoard) and game.board.shape in CORNERED
    if cornered and {corner, *others} == {"light", "dark"}:
        says = "The corner {cell} is dark." if corner == "dark" else "The corner {cell} is light."
        yield RulebookEntry(translated("Board"), (translated(says, cell=cells_here(game)[0]),))


# -- how pieces move -----------------------------------------------------------------------------------------------------


def _pieces(
    game: Variant,
    text: RuleText,
    how: FigureLook,
    examples: Sequence[tuple[Example, tuple[RulebookFigure, ...]]],
) -> Iterator[Block]:
    """Every kind of piece with its sentences and the author's words, how it moves, and the examples of its moves; those of
    other moves behind them all."""
    sentences = {piece.name: piece.lines for piece in text.pieces}
    movers = [_mover(game, example) for example, _ in examples]
    entries: dict[str, PieceEntry] = {}
    for kind, piece in enumerate(game.piece_types):
        if piece.name in entries:  # one that only remembers that it was promoted
            continue
        figures = list(_movements(game, kind, how))
        for mover, (_, drawn) in zip(movers, examples, strict=True):
            figures += drawn if mover == piece.name else ()
        written = game.rules.about.pieces.get(piece.name, "")
        own = _author_text(game, written).parts if written else []
        entry = PieceEntry("", sentences.get(piece.name, ()), tuple(figures), own)
        if entry.lines or own or (figures and not sentences):
            name, letter = capital(piece_name(game, piece.name)), prose.letter_of(game, piece.letter)
            entries[piece.name] = entry._replace(name=f"{name} ({letter})" if letter else name)
    if entries:
        yield PieceEntries(tuple(entries.values()))
    others = (drawn for mover, (_, drawn) in zip(movers, examples, strict=True) if mover not in entries)
    if left := tuple(figure for drawn in others for figure in drawn):
        yield Figures(left)


def _mover(game: Variant, example: Example) -> str:
    """The name of the piece that an example moves, empty where it is not one on the board."""
    try:
        position = Position.from_fen(example.position, example.game or game.name)
    except (PositionError, UnknownVariant):
        return ""
    parsed = parse_move(example.move, position.variant)
    kind = captions.mover(position, parsed) if isinstance(parsed, ParsedMove) else ABSENT
    return "" if kind == ABSENT else position.variant.piece_types[kind].name


def piece_name(game: Variant, piece: str) -> str:
    """The name of a piece in the current language."""
    noun = game.rules.words(current().code).nouns.get(piece)
    return noun[0].replace("*", "") if noun else translated(piece)


def _movements(game: Variant, kind: int, how: FigureLook) -> Iterator[RulebookFigure]:
    """A kind of piece where it gets to most fields, and once more where something else happens to it."""
    piece = game.piece_types[kind]
    for number, cell in enumerate(telling_cells(game, 0, kind), 1):
        field = cells_here(game)[cell]
        drawn = movement(game, piece.name, game.board.cells[cell], **how.drawing, size=how.small(game), whole=True)
        name = f"piece-{kind + 1}-{safe(piece.name).replace(' ', '-')}{f'-{number}' if number > 1 else ''}"
        shown = f"{prose.letter_of(game, piece.letter)} {piece_name(game, piece.name)}".strip()
        caption = translated("{piece}, here on {cell}.", piece=shown, cell=field)
        yield RulebookFigure(name, drawn.svg(), drawn.title, caption, (kind, cell))


# -- examples ---------------------------------------------------------------------------------------------------------


def _says(game: Variant, example: Example) -> str:
    """The words below an example; none where they are of another language and nobody has translated them."""
    says = in_current_language(game, example.says)
    return says if is_in_current_language(game) or says != example.says else ""


def _as_players_write(text: str, position: Position) -> str:
    """A move of an example as moves of the game are shown here; a refused one too."""
    game, parsed = position.variant, parse_move(text, position.variant)
    if not game.idiom.notations or not isinstance(parsed, ParsedMove):
        return prose.spelled(game, text)
    move = position.state.find(parsed)
    if move is None and parsed.action == DROP:
        move = Move(ABSENT, parsed.target, parsed.kind)
    elif move is None and parsed.origin != ABSENT:
        move = Move(parsed.origin, parsed.target, max(parsed.becomes, ABSENT))
    return prose.with_cells(game, text) if move is None else notation_here(game).write(position.state, move, game)


def _example(game: Variant, shown: Example, name: str, how: FigureLook) -> Iterator[RulebookFigure]:
    """A move that shows a rule, as the engine judges it now. Nothing where the options of the game make it another one."""
    try:
        position = Position.from_fen(shown.position, shown.game or game.name)
    except (PositionError, UnknownVariant):
        return
    reasons, says = position.explain(shown.move), _says(game, shown)
    if [reason.code.value for reason in reasons] != ([shown.refused] if shown.refused else []):
        return
    if shown.refused:
        caption = captions.forbidden(position, shown.move, _as_players_write(shown.move, position))
        drawn = refusal(position, shown.move, caption=caption, **how.drawing, size=how.small(game), captioned=False)
        yield RulebookFigure(name, drawn.svg(), caption, f"{caption} {says}".strip())
        return
    parsed = parse_move(shown.move, position.variant)
    move = position.state.find(parsed) if isinstance(parsed, ParsedMove) else None
    if move is None:
        return
    text = _as_players_write(shown.move, position)
    path = move_path(position.variant, position.state, move)
    drawn = diagram(
        BoardState.of(position, BoardMarks(path)),
        arrow=True,
        theme=how.theme,
        piece_set=how.piece_set,
        size=how.small(game),
    )
    yield RulebookFigure(name, drawn.svg(), ": ".join(filter(None, (text, says))), f"{says} {text}".strip())
    if shown.after:
        after = position.play(shown.move)
        checked = position.variant.scenery.checked(after.state)
        moment = BoardState.of(after, BoardMarks(path, checked=checked))
        then = translated("After {move}: {status}.", move=text, status=prose.status(moment))
        yield RulebookFigure(
            f"{name}-after",
            diagram(moment, **how.drawing, size=how.small(game)).svg(),
            then,
            then,
        )
