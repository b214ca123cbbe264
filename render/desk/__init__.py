"""A board that plays: a judge that is asked in JSON, and the page that asks it."""
