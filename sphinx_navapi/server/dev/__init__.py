"""`navapi dev`: builds, serves, rebuilds on changes, and updates every open tab.

The server watches and responds; a separate process builds. Errors in a build, including conf.py,
never stop the server.
"""
