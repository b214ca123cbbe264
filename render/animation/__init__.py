"""Games as moving pictures."""
