"""What many games come to: statistics, copies of the same game, archives cut and joined."""
