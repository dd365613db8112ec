// What every module of the package shares; all of it is `package`, so nothing of it is public.

@_exported import LaminaBase
