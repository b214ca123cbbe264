"""Games as texts for people who write: Markdown and LaTeX, made from stories, with their diagrams in files beside them."""
