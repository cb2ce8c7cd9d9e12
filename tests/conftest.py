"""How hypothesis runs: the same examples each time, so that a failure is never a matter of luck.

``pytest --hypothesis-profile=search tests/rules tests/coach`` looks for new ones, and
the profile ``quick`` is for mutation tests, which run everything hundreds of times.
"""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=150)
settings.register_profile("search", deadline=None, max_examples=3000)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.load_profile("steady")
