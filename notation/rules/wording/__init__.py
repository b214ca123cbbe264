"""The rules of a game in plain words, in several languages: from `GameRules` to claims, from claims to sentences."""
