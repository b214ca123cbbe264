"""Annotated records on paper."""
