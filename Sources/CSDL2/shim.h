// Found without pkg-config, whose flags for SDL the package manager complains about.
#if __has_include(<SDL2/SDL.h>)
// The program keeps its own main function.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
// Without the headers of X11, whose types have the names of half of a window system.
#define SDL_PROTOTYPES_ONLY
#include <SDL2/SDL_syswm.h>

// SDL_SysWMinfo, of which the header then has no more than the name: what it says about X11.
typedef struct {
  SDL_version version;
  Uint32 subsystem;  // 2 is X11.
  union {
    struct {
      void *display;
      unsigned long window;
    } x11;
    Uint8 other[64];
  } info;
} SDLWindowInfo;
#else
#error "SDL2 is missing: install it with 'sudo apt-get install libsdl2-dev'"
#endif
