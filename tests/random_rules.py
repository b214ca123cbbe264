"""Random definitions of games: pieces whose moves are Betza texts of every form, with regions and first moves."""

import random
from collections.abc import Callable, Iterator

ATOMS = ("W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "B", "R", "Q")
DIRECTIONS = (
    "",
    "",
    "",
    "f",
    "b",
    "v",
    "s",
    "l",
    "r",
    "fl",
    "fr",
    "bl",
    "br",
    "fh",
    "bh",
    "hl",
    "hr",
    "fs",
    "fb",
    "rf",
    "lb",
)


def leg(dice: random.Random, signs: str, *, single: bool = False) -> str:
    """A group without bracket. single: one leap, not a row of them."""
    atom = dice.choice(ATOMS[:10] if single else ATOMS)
    more = "" if single else dice.choice(["", "", "2", "3", atom])
    if atom in "KBRQ":
        more = dice.choice(["", "3"]) if not single else ""
    return f"{signs}{atom}{more}"


def group(dice: random.Random) -> str:
    """A group of a move text."""
    use = dice.choice(["", "", "m", "c"])
    first = dice.choice(["", "", "", "i"])
    directions = dice.choice(DIRECTIONS)
    form = dice.randrange(7)
    if form == 0:
        atom = dice.choice(["B", "R", "Q", "R3", "NN", "DD", "W0", "AA2", "N3"])
        return f"{use}{first}{directions}p{atom}"
    if form == 1:
        return f"{use}{first}{directions}g{dice.choice(['B', 'R', 'Q', 'NN', 'DD', 'AA'])}"
    if form == 2:
        return f"{use}{first}{directions}n{leg(dice, '')}"
    if form in (3, 4):
        second = dice.choice(["W", "F", "R", "B", "N", "D", "NN", "R2", "B2", "A", "K", "Q", "WW", "fR", "sB", "fN"])
        corner = dice.choice(ATOMS[:10])
        return f"{use}{first}{directions}[{corner}{dice.choice('?-')}{second}]"
    return leg(dice, f"{use}{first}{directions}")


def moves(dice: random.Random) -> str:
    """A move text of a few groups, one of them perhaps without any move."""
    return "".join(group(dice) for _ in range(dice.randint(1, 3)))


def definitions(dice: random.Random, parses: Callable[[str], bool]) -> Iterator[str]:
    """Variant files without end. parses: whether a move text is understood; others are drawn anew."""

    def drawn() -> str:
        return next(text for _ in range(1000) if parses(text := moves(dice)))

    while True:
        files, ranks = dice.randint(5, 9), dice.randint(5, 9)
        regions = ["*1", "*2 *3", f"a1-c{ranks}", f"*{ranks}", "b2-d4"]
        used = ""
        rows = ['{ letter = "K", name = "king", moves = "K", royal = true }']
        for letter, name in zip("ABCD", ("alpha", "beta", "gamma", "delta"), strict=True):
            text = dice.choice([drawn(), drawn(), drawn(), ""])
            used += text
            row = f'letter = "{letter}", name = "{name}", moves = "{text}"'
            if dice.random() < 0.5:
                row += f', first = {{ white = "{dice.choice(regions)}", black = "{dice.choice(regions)}" }}'
            if not text or dice.random() < 0.3:
                where = f'{{ white = "{dice.choice(regions)}", black = "{dice.choice(regions)}" }}'
                more = drawn()
                used += more
                to = f', to = "{dice.choice(regions)}"' if dice.random() < 0.3 else ""
                row += f', extra = [{{ from = {where}{to}, moves = "{more}" }}]'
            if dice.random() < 0.2:
                row += f', not_takes = "{dice.choice("ABCD")}"'
            rows.append(f"{{ {row} }}")
        row = f"ABCD{files - 5 or ''}"
        pieces = ",\n  ".join(rows)
        middle = "/".join([str(files)] * (ranks - 2))
        flat = "n" in used  # a row of lame leaps round a cylinder may cross itself, of which no sentence speaks
        shape = "rectangle" if flat else dice.choice(["rectangle", "cylinder"])
        yield (
            f'title = "Random"\nboard = {{ files = {files}, ranks = {ranks}, shape = "{shape}" }}\n'
            f'start = "{row.lower()}k/{middle}/{row}K w - - 0 1"\npiece = [\n  {pieces},\n]\n'
        )
