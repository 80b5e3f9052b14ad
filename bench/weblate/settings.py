"""The settings of the Weblate that is tried: its own example, on loopback, by what the script says.

It is copied beside Weblate, and never imported by aidgen.
"""

from __future__ import annotations

import os

from weblate.settings_example import *  # noqa: F403

DEBUG = False
SITE_DOMAIN = os.environ["TRIAL_SITE"]
SITE_URL = f"http://{SITE_DOMAIN}"
ALLOWED_HOSTS = ["127.0.0.1"]
SECRET_KEY = "of a server that lives for some minutes on this machine alone"
DATA_DIR = os.environ["TRIAL_DATA"]
CACHE_DIR = f"{DATA_DIR}/cache"
STATIC_ROOT = f"{CACHE_DIR}/static"
MEDIA_ROOT = f"{DATA_DIR}/media"
DATABASES["default"] |= {  # noqa: F405
    "NAME": "postgres",
    "USER": "weblate",
    "HOST": "127.0.0.1",
    "PORT": os.environ["TRIAL_POSTGRES"],
}
REDIS = f"redis://127.0.0.1:{os.environ['TRIAL_REDIS']}"
CACHES["default"]["LOCATION"] = f"{REDIS}/1"  # noqa: F405
CELERY_BROKER_URL = CELERY_RESULT_BACKEND = REDIS
CELERY_TASK_ALWAYS_EAGER = True  # what a worker would do is done before the server answers
CELERY_TASK_EAGER_PROPAGATES = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
REGISTRATION_OPEN = False
# Each of the trial's requests comes from one address.
REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"] = ()  # noqa: F405
VCS_FILE_PROTOCOL = True  # our repository is a folder
# Nobody signs in with a key, but it is asked for.
OTP_WEBAUTHN_RP_ID = "localhost"
OTP_WEBAUTHN_ALLOWED_ORIGINS = ["https://localhost"]
VCS_BACKENDS = ("weblate.vcs.git.GitRepository", "weblate.vcs.git.LocalRepository")
WEBLATE_MACHINERY = ()
