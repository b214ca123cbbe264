"""Stories of games that tests write as text."""

import io

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.render.story.builder import diagrams, story_of
from fairyscore.render.story.model import Story


def judged(text: str) -> Verdict:
    """The verdict on the only game of a text."""
    (verdict,) = judge_file(io.BytesIO(text.encode()), Validator())
    return verdict


def story(text: str, wanted: str = "") -> Story:
    """The story of the only game of a text. wanted: diagrams, as `--diagrams` names them."""
    made = story_of(judged(text), diagrams(wanted))
    assert made is not None
    return made
