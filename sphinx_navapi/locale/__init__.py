"""The interface's words in other languages, and languages themselves."""
