"""Lists of the tools of MCP servers, as they answer ``tools/list``."""
