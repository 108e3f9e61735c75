"""Serves one of the shops on loopback, and prints its port: ``python run_shop.py MODULE``."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import uvicorn


class Quiet(WSGIRequestHandler):
    """A handler that logs nothing."""

    def log_message(self, *_: Any, **__: Any) -> None:
        """Log nothing."""


def django_app(folder: str) -> Any:
    """The shop in Django, with an empty database in *folder*."""
    sys.path.insert(0, str(Path(__file__).with_name("django_shop")))
    os.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"
    from shop import settings

    settings.DATABASES["default"]["NAME"] = f"{folder}/shop.sqlite"

    import django
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    return get_wsgi_application()


def run_asgi(app: Any) -> None:
    """Serve *app* until the process is terminated."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical")
    sock = config.bind_socket()
    print(sock.getsockname()[1], flush=True)
    uvicorn.Server(config).run([sock])


def run_wsgi(app: Any) -> None:
    """Serve *app* until the process is terminated."""
    with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    name = sys.argv[1]
    if name == "django_shop":
        with tempfile.TemporaryDirectory() as folder:
            run_wsgi(django_app(folder))
    else:
        module = importlib.import_module(name)
        if name == "fastapi_shop":
            # Without credentials FastAPI refuses a request before it checks anything else.
            for scheme in (module.api_key, module.oauth2):
                module.app.dependency_overrides[scheme] = lambda: "known"
        (run_wsgi if name == "smorest_shop" else run_asgi)(module.app)
