"""The one judge of the language of a letter: in which letters its writer names pieces.

`Rd1` is a rook's move in English and the king's in Spanish; `Pf3` is a knight's in Dutch. A letter that is written in one
language is read in it; where its words tell nothing, or two languages are possible, all of them compete.

>>> judged(["Dag Frank,", "1. Pf3", "Els"]), judged(["1. Nf3"]).evident, judged(["2. Re2"], "diego@example.es").evident
(Languages(possible=('nl',), evident=('nl',)), (), ())
>>> judged(["Thanks for your move. I play 7. Rd1"], "diego@example.es").possible
('en', 'es')
"""

from collections.abc import Iterable
from typing import NamedTuple

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.mail.phrases import languages, languages_of_country, spoken_words
from fairyscore.notation.rules.moves import Move

ENGLISH = "en"

_FEWEST_ENGLISH = 2
"""English words that make a letter English: everybody borrows one."""


class Languages(NamedTuple):
    """The languages that a letter may be in. possible: whose piece letters compete, the likeliest first; all where
    nothing is known. evident: those that its own words tell, empty without any.
    """

    possible: tuple[str, ...]
    evident: tuple[str, ...] = ()


def judged(texts: Iterable[str], address: str = "", country: str = "", before: Iterable[str] = ()) -> Languages:
    """The languages of a letter. What its own words do not tell only lets more languages compete.

    texts: all that is its sender's and his programs' (no quotes).
    address: of the sender.
    country: his federation.
    before: the languages of his earlier letters.
    """
    text = "\n".join(texts)
    counts = {name: len(spoken_words(name, text)) for name in languages()}
    if counts[ENGLISH] < _FEWEST_ENGLISH:
        counts[ENGLISH] = 0
    most = max(counts.values())
    evident = tuple(sorted((name for name in counts if counts[name] * 2 > most), key=lambda name: -counts[name]))
    if not evident:
        return Languages(languages())
    local = languages_of_country(address.rpartition(".")[2].casefold())
    local += languages_of_country(country.casefold())
    return Languages(tuple(dict.fromkeys([*evident, *local, *before])), evident)


def foreign_letter(spelled: str, move: Move, known: Languages, so_far: GameSoFar) -> bool:
    """True if a move is legal only if its piece letter is read in a language that the letter is not in.

    `Re2` names a rook in a letter without words; where only the king goes to e2, nobody knows what is meant.
    """
    taken = known.evident or (ENGLISH,)
    readings = [so_far.read_in(spelled, language) for language in taken]
    if any(reading is None for reading in readings):
        return False  # no piece there: it is another language's letter
    return all(move not in reading for reading in readings if reading is not None)
