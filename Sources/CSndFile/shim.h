#if __has_include(<sndfile.h>)
#include <sndfile.h>
#else
#error "libsndfile is missing: install it with 'sudo apt-get install libsndfile1-dev pkg-config'"
#endif
