"""The server of a built site: its files, the relay, and the headers of both.

Needs the extra ``serve``; nothing else of the package imports it.
"""
