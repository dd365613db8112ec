#if __has_include(<turbojpeg.h>)
#include <turbojpeg.h>
#else
#error "TurboJPEG is missing: install it with 'sudo apt-get install libturbojpeg0-dev pkg-config'"
#endif
