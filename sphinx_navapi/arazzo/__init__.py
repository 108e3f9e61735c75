"""Documents that use operations: Arazzo descriptions, and lists of the tools of MCP servers."""
