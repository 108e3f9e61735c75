"""Reading schemas for display."""
