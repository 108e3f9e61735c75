"""Files as values with positions: JSON, YAML, front matter, CommonMark."""
