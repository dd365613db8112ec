// Sound files as sources of waveforms. It is a module of its own so that graphs need no libsndfile,
// and reading sound files needs no graphs.

@_exported import LaminaAudio
@_exported import LaminaGraphs

extension AudioFile: AudioSource {}
