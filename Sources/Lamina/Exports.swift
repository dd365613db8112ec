// Users of the engine see its drawing library as part of it.

@_exported import LaminaDrawing
