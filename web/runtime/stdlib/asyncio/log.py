"""The logger of the package's own warnings."""

import logging

logger = logging.getLogger("asyncio")
