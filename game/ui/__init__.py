"""What screens are made of: layout, theme, painting, text, widgets, animation, input.

Nothing here knows a mode or a rule. Positions and sizes are CSS pixels (floats); the painter turns them into device pixels.
"""
