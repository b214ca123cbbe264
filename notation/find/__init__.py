"""Finding games and positions by what happens in them: queries as values, their language, and how games are asked.

>>> query = Query.parse('white "Morphy" and mate')
>>> [str(part) for part in query.parts]
['white "Morphy"', 'mate']
"""

from fairyscore.notation.find.query import Query, QueryError
from fairyscore.notation.find.walk import Walk

__all__ = ["Query", "QueryError", "Walk"]
