"""The server of a built site: its files, the relay, and what a browser is told about both.

Needs the extra ``serve``; nothing else of the package imports it.
"""
