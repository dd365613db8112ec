// Found without pkg-config, whose flags for SDL the package manager complains about.
#if __has_include(<SDL2/SDL.h>)
// The program keeps its own main function.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#else
#error "SDL2 is missing: install it with 'sudo apt-get install libsdl2-dev'"
#endif
