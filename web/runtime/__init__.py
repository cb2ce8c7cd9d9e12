"""The browser runtime: its recipe, its own Python modules and the artefact they make."""
