"""Letters: from a message as mail programs store it to the lines that its sender wrote. What they say is read elsewhere."""
