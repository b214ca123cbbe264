"""Records as values."""

from fairyscore.notation.records.tree import Record, retagged


def test_tags_are_set_and_taken_out() -> None:
    """An empty value among the changes takes a tag out; a tag that was empty before stays as it is."""
    record = Record("chess", (("Event", ""), ("Site", "Here"), ("White", "Anna")))
    assert retagged(record, {"Site": "", "Black": "Bert"}).tags == (("Event", ""), ("White", "Anna"), ("Black", "Bert"))
