"""Operation and schema pages as Markdown files, for programs and for reading without a browser."""
