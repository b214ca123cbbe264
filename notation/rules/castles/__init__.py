"""Games for castles on a round board, with men that go an exact number of steps."""
