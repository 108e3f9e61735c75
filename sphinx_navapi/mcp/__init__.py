"""The Model Context Protocol: a built site for programs that ask, as tools of theirs.

Plain JSON-RPC, without a transport; the relay's application answers HTTP with it.
"""
