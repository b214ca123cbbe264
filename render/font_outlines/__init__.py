"""Letters as outlines, so that labels appear where no fonts are installed, and can be measured."""
