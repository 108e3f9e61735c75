"""`navapi dev`: builds, serves, rebuilds what changed, and has every open tab show it.

The server watches and answers; a process of its own builds. What goes wrong in a
build, conf.py included, never ends the server.
"""
