"""What letters say about a game: the move that is made, offers and resignations, moves under a condition."""
