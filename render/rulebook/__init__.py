"""Illustrated rule sheets: what stands in one, and how it is written as Markdown, HTML and PDF."""
