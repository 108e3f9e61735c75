"""What one Sphinx build knows."""
