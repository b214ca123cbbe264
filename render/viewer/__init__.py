"""Pages on which games are played back."""
