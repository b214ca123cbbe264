"""Pictures of positions; geometry lives here and only here."""
