"""Finding games and positions by what happens in them: queries as values, their language, and how games are asked.

>>> query = Query.parse('white "Morphy" and mate')
>>> [str(part) for part in query.parts]
['white "Morphy"', 'mate']
"""

from fairyscore.notation.find.query import Query, QueryError
from fairyscore.notation.find.walk import Walk


def _read(text: str) -> Query:
    """The query that a text says; the grammar is imported when the first is read."""
    from fairyscore.notation.find.grammar import read_query

    return read_query(text)


Query.set_grammar(_read)

__all__ = ["Query", "QueryError", "Walk"]
