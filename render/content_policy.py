"""The content security policy of a page that has all it needs in itself.

>>> policy("a { color: red }")
"default-src 'none'; style-src 'sha256-LHvAPItmcc9l4w10oslyz6Nh8tFuoEH5lssCs9WdKIE='; base-uri 'none'; form-action 'none'"
"""

from base64 import b64encode
from hashlib import sha256


def policy(style: str, *programs: str, live: bool = False, workers: bool = False, pictures: bool = False) -> str:
    """One style sheet and these programs, and nothing else from anywhere.

    live: the program asks the server of the page. workers: it starts others of the same folder. pictures: the page holds
    the files of some.
    """
    rules = {
        "default-src": "'none'",
        "style-src": _sum(style),
        "script-src": " ".join(map(_sum, programs)),
        "img-src": "data:" if pictures else "",
        "connect-src": "'self'" if live else "",
        "worker-src": "'self'" if workers else "",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {allowed}" for name, allowed in rules.items() if allowed)


def _sum(text: str) -> str:
    """The sum of a text by which a policy lets it alone through."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
