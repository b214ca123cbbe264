"""Games for castles on a round board, with pieces that go an exact number of steps."""
