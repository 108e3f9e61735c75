"""Examples of values, given and made."""
