#if __has_include(<libdeflate.h>)
#include <libdeflate.h>
#else
#error "libdeflate is missing: install it with 'sudo apt-get install libdeflate-dev pkg-config'"
#endif
