#if __has_include(<pixman.h>)
#include <pixman.h>
#else
#error "pixman is missing: install it with 'sudo apt-get install libpixman-1-dev pkg-config'"
#endif
