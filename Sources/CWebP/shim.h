#if __has_include(<webp/mux.h>)
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>
#else
#error "libwebp is missing: install it with 'sudo apt-get install libwebp-dev pkg-config'"
#endif
