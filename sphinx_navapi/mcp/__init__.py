"""The Model Context Protocol: a built site as tools for programs.

Plain JSON-RPC, without a transport; the relay's application serves it over HTTP.
"""
