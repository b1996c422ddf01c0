"""What a WSGI server loads: the app with the settings of the environment, ready."""

import sys

from app import create_app
from app.i18n.languages import CatalogueError
from app.web.config import SettingsError
from app.web.health import warm_up

try:
    app = create_app()
except (SettingsError, CatalogueError) as error:
    # One sentence says it all; a traceback would hide it.
    sys.exit(str(error))
warm_up(app)
