"""What rules are made of, and the engines that play by them."""
