"""What a rule sheet is made of: the game's rules in sections, and the readings where the inventor's page is silent."""

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Reading(NamedTuple):
    """A point that the page leaves open, as this project reads it.

    id: as in `K-4`; says: the rule; reason: why this reading; tag: the record tag that overrides it, or empty; option:
    the option of the name that does, as it is written, or empty.
    """

    id: str
    says: str
    reason: str
    tag: str = ""
    option: str = ""

    def choices(self, game: str) -> tuple[tuple[str, dict[str, str]], ...]:
        """The sentences that tell how a game is played otherwise, each with what fills its braces; none where it cannot be.

        game: the name of the variant with its options; one that it has chosen is named first.

        >>> reading = Reading("C-4", "A pawn must be promoted.", "As in chess.", "Promotion", "promotion=may")
        >>> [sentence.format(**filled) for sentence, filled in reading.choices("circular-66")][0]
        'Played otherwise with the option promotion=may.'
        >>> [sentence.format(**filled) for sentence, filled in reading.choices("circular-66:promotion=may")][0]
        'This game is played otherwise: promotion=may.'
        """
        option = self.option.partition("=")[0]
        options = game.partition(":")[2].split(",")
        chosen = next((text for text in options if option and text.partition("=")[0] == option), "")
        optional = (
            ("This game is played otherwise: {option}.", {"option": chosen}),
            ("Played otherwise with the option {option}.", {"option": "" if chosen else self.option}),
            ("A record may say otherwise with the tag {tag}.", {"tag": self.tag}),
        )
        return tuple((sentence, filled) for sentence, filled in optional if all(filled.values()))


class Example(NamedTuple):
    """A move in a position that shows a rule; the engine judges it whenever it is shown.

    says: what is to be seen; position: as text; move: in a notation of the game. refused: the code of the reason
    (`rules.reasons.Code`) that the engine must give, empty where the move is legal. after: the position after the move
    is worth showing too. game: the name of the variant, where it is not the one whose sheet this is. line: the number of
    the line of its section that it shows, beside which it is drawn; 0 where it shows all of them.
    """

    says: str
    position: str
    move: str
    refused: str = ""
    after: bool = False
    game: str = ""
    line: int = 0


Showing = Literal["", "board", "start", "pieces"]
"""What an illustrated sheet pictures under a heading beside the examples: the board, the start, how every piece moves."""


class RuleSection(NamedTuple):
    """A heading of the rule sheet with its sentences, and what shows them.

    key: what `RuleText` says of the same ("aim", "pieces", "castling", ...), so that it can be had in another language;
    empty where it says nothing of it.
    author_lines: those of the lines that somebody wrote; where there are any, a section says nothing else, but that of the
    pieces, whose moves are said in any case.
    """

    heading: str
    lines: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    shows: Showing = ""
    key: str = ""
    author_lines: tuple[str, ...] = ()


class AboutGame(NamedTuple):
    """The author's texts on a game beside its rules, in Markdown paragraphs. pieces: of single pieces, by name. samples:
    a game to play over, as PGN, by the name of the variant, or under no name for all. folder: where pictures in texts lie.
    """

    inventor: str = ""
    year: str = ""
    description: str = ""
    history: str = ""
    strategy: str = ""
    pieces: Mapping[str, str] = {}
    samples: Mapping[str, str] = {}
    folder: str = ""

    @property
    def byline(self) -> str:
        """Inventor and year, as far as they are known."""
        return ", ".join(filter(None, (self.inventor, self.year)))


class GameWords(NamedTuple):
    """Words for a game in a language. nouns: by the name of a piece its singular, gender, plural, and the singular in
    other cases if it differs. regions: by name, for each case (`acc`, `dat`; empty for all). texts: by the text."""

    nouns: Mapping[str, tuple[str, ...]] = {}
    regions: Mapping[str, Mapping[str, str]] = {}
    texts: Mapping[str, str] = {}


class RuleSheet(NamedTuple):
    """The rule sheet of a game: its sections, how it reads what the inventor's page leaves open, and its author.

    language: of these texts. words: by language, what is said otherwise there.
    """

    sections: tuple[RuleSection, ...] = ()
    readings: tuple[Reading, ...] = ()
    about: AboutGame = AboutGame()
    language: str = "en"
    words: Mapping[str, GameWords] = {}

    @property
    def examples(self) -> list[Example]:
        """The examples of all sections."""
        return [example for section in self.sections for example in section.examples]


class PieceText(NamedTuple):
    """The sentences about a kind of piece. name: as the variant has it, in English."""

    name: str
    lines: tuple[str, ...]


class RuleChapter(NamedTuple):
    """A heading in a language with its sentences. key: the same in all languages, as `castling`."""

    key: str
    heading: str
    lines: tuple[str, ...]


class RuleText(NamedTuple):
    """The rules of a game in plain words of one language, as the engine plays them; all empty where nothing says them so.

    aim: what to strive for, in up to three sentences. board: its size and what is on it. pieces_in_general: what holds for
    all pieces. special: turns, promotion, castling, captures in passing, drops, duties, each where the game has it. ends:
    how it is won, lost and drawn. notation: of what a move is made in short form. letters: of pieces in the game's moves,
    each with the piece; signs: each with what it means. unworded: keys of a variant file for which there is no phrase.
    """

    language: str = ""
    aim: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    pieces_in_general: tuple[str, ...] = ()
    pieces: tuple[PieceText, ...] = ()
    special: tuple[RuleChapter, ...] = ()
    ends: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    signs: tuple[tuple[str, str], ...] = ()
    unworded: tuple[tuple[str | int, ...], ...] = ()

    def under(self, key: str) -> tuple[str, ...]:
        """The sentences that a section of that key has (`RuleSection.key`); none where nothing is said of it."""
        plain = {"aim": self.aim, "board": self.board, "pieces": self.pieces_in_general, "ends": self.ends}
        return {**plain, **{chapter.key: chapter.lines for chapter in self.special}}.get(key, ())
