"""Where a book has diagrams that the record does not ask for: by the plies of knights that go out and back."""

from stories import story

from fairyscore.render.book.diagrams import placed

KNIGHTS = ("Nf3", "Nf6", "Ng1", "Ng8")


def found(plies: int, marks: dict[int, str]) -> list[tuple[int, bool]]:
    """The plies with diagrams, and whether those stand before their move. marks: behind moves, by their ply."""
    moves = " ".join(f"{KNIGHTS[(ply - 1) % 4]} {marks.get(ply, '')}" for ply in range(1, plies + 1))
    game_story = story(f'[Result "*"]\n\n{moves} *')
    places = {step.key: ply for ply, step in enumerate(game_story.line.steps, 1)}
    return [(places[key], entry.before) for key, entry in placed(game_story).items()]


def test_a_strong_move_has_a_diagram_before_it() -> None:
    """But for the first twelve plies and the last six."""
    for nag in (1, 3, 4):
        assert found(40, {20: f"${nag}"}) == [(20, True)]
    assert found(40, {20: "$2"}) == []
    assert found(40, {11: "$1"}) == []
    assert found(40, {12: "$1"}) == [(12, True)]
    assert found(40, {34: "$1"}) == [(34, True)]
    assert found(40, {35: "$1"}) == []


def test_diagrams_are_ten_plies_apart() -> None:
    assert found(60, {20: "$1", 29: "$1"}) == [(20, True)]
    assert found(60, {20: "$1", 30: "$1"}) == [(20, True), (30, True)]
    assert found(60, {20: "$220", 29: "$1"}) == []  # the record's own counts
    assert found(60, {20: "$220", 30: "$1"}) == [(30, True)]


def test_a_long_run_has_a_diagram_at_its_first_remark() -> None:
    """After 28 plies without any."""
    assert found(60, {27: "{so}"}) == []
    assert found(60, {28: "{so}", 29: "{so}"}) == [(28, False)]
    assert found(90, {28: "{so}", 55: "{so}"}) == [(28, False)]
    assert found(90, {28: "{so}", 56: "{so}"}) == [(28, False), (56, False)]


def test_much_text_has_a_diagram() -> None:
    """1500 characters; moves of variations count as six and what is said of them."""
    assert found(40, {20: f"{{{'x' * 1499}}}"}) == []
    assert found(40, {20: f"{{{'x' * 1500}}}"}) == [(20, False)]
    assert found(40, {14: f"{{{'x' * 750}}}", 16: f"{{{'x' * 750}}}"}) == [(16, False)]
    assert found(40, {20: f"{{{'x' * 1487}}} (e5 d4)"}) == []
    assert found(40, {20: f"{{{'x' * 1488}}} (e5 d4)"}) == [(20, False)]
    assert found(40, {20: f"(e5 {{{'x' * 1494}}})"}) == [(20, False)]
    assert found(40, {20: f"(e5 {{{'x' * 1493}}})"}) == []


def test_captions_name_the_move_before() -> None:
    moves = " ".join(f"{KNIGHTS[ply % 4]}{' $1' if ply == 19 else ''}" for ply in range(40))
    (entry,) = placed(story(f'[Result "*"]\n\n{moves} *')).values()
    assert entry.caption == "after 10.Ng1"
    moves = " ".join(f"{KNIGHTS[ply % 4]}{' {so}' if ply == 29 else ''}" for ply in range(40))
    (entry,) = placed(story(f'[Result "*"]\n\n{moves} *')).values()
    assert entry.caption == "after 15...Nf6"


def test_the_last_phase_begins_with_a_diagram() -> None:
    """Of nine pieces three are left, which is less than four tenths, when the rook has taken the sixth pawn."""
    start = '[FEN "7k/8/8/Rpppppp1/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n'
    quiet, taking = "Ka2 Kg8 Ka1 Kh8 " * 3, "Rxb5 Kg8 Rxc5 Kh8 Rxd5 Kg8 Rxe5 Kh8 Rxf5 Kg8 Rxg5+ Kh8 "
    end = "Ka2 Kh7 Ka1 Kh8 " * 2
    ((key, entry),) = placed(story(f"{start}{quiet}{taking}{end} *")).items()
    assert (key, entry.before, entry.caption) == ("12w", False, "after 12.Rxg5+")
    near = taking.replace("Rxc5", "Rxc5 $1")  # eight plies before: the diagram stands there
    assert list(placed(story(f"{start}{quiet}{near}{end} *"))) == ["8w"]
    assert list(placed(story(f"{start}{quiet}{taking} *"))) == []  # it is the end already
