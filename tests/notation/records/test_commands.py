"""Commands in comments: whole ones are found, all else is words; nothing that is not asked for changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records.marks import Command, commands_of, rewritten, words_of
from fairyscore.notation.records.tree import Comment


@pytest.mark.parametrize(
    ("text", "commands", "words"),
    [
        ("no command", [], "no command"),
        ("[%clk 1:02:03]", [("clk", "1:02:03")], ""),
        ("before [%emt 0:01] after", [("emt", "0:01")], "before after"),
        ("[%csl Gd4,Rb5][%cal Ga1h8]", [("csl", "Gd4,Rb5"), ("cal", "Ga1h8")], ""),
        ("[%evp]", [("evp", "")], ""),
        ("[%evp ]", [("evp", "")], ""),
        ('[%tqu "En","a ] in [quotes]","",10] go', [("tqu", '"En","a ] in [quotes]","",10')], "go"),
        ("[%emt 1d\n2h]", [("emt", "1d 2h")], ""),
        ("[%clk 1:02:03", [], "[%clk 1:02:03"),
        ("[%clk [%emt 5]", [("emt", "5")], "[%clk"),
        ('[%x "open] [%y 1]', [("y", "1")], '[%x "open]'),
        ("[% clk 5]", [], "[% clk 5]"),
        ("[%]", [], "[%]"),
        ("[clk 5] 100%]", [], "[clk 5] 100%]"),
    ],
)
def test_commands_and_words(text: str, commands: list[tuple[str, str]], words: str) -> None:
    comment = Comment(text)
    found = commands_of(comment)
    assert [(command.name, command.argument) for command in found] == commands
    assert words_of(comment) == words


def test_a_line_for_another_program_has_no_commands() -> None:
    aside = Comment("[%clk 1:02:03]", aside=True)
    assert commands_of(aside) == ()
    assert words_of(aside) == aside.text
    assert rewritten(aside, lambda _: "x") == aside


ARGUMENTS = st.text(st.sampled_from('abc019 ,:."[]%-'), max_size=12)


@given(st.lists(st.one_of(st.builds("[%{} {}]".format, st.sampled_from(["clk", "a-b", "x1"]), ARGUMENTS), ARGUMENTS)))
def test_rewriting_what_is_there_changes_no_meaning(parts: list[str]) -> None:
    comment = Comment(" ".join(parts))
    assert rewritten(comment, lambda _: None) == comment
    again = rewritten(comment, lambda command: command.argument)
    assert [str(command) for command in commands_of(again)] == [str(command) for command in commands_of(comment)]
    assert words_of(again) == words_of(comment)


def test_a_command_is_written_as_it_is_read() -> None:
    command = Command("csl", "Gd4,Rb5")
    (read,) = commands_of(Comment(str(command)))
    assert (read.name, read.argument) == (command.name, command.argument)


@pytest.mark.parametrize("piece", ["[%a ", '[%a "', '[%a ""', "[%", "[%a]", '"', '[%a " [%a ""', "[%aaaa"])
def test_long_nonsense_is_read(piece: str) -> None:
    """Two hundred thousand characters of each: a search that went back would take minutes."""
    text = piece * (200_000 // len(piece))
    assert len(commands_of(Comment(text))) == text.count("[%a]")
