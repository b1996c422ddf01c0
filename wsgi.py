"""What a WSGI server loads: the app with the settings of the environment."""

import sys

from app import create_app
from app.i18n.languages import CatalogueError
from app.web.config import SettingsError

try:
    app = create_app()
except (SettingsError, CatalogueError) as error:
    # One sentence says it all; a traceback would hide it.
    print(error, file=sys.stderr)
    # With this status of a worker gunicorn gives up; else it starts another.
    sys.exit(3)
