// The compiler's own SSE2 intrinsics, on the processors that have them.
#if defined(__SSE2__)
#include <emmintrin.h>

// Begins to load the cache line of an address, which need not be valid.
static inline void csse2_prefetch(const void *address) {
  _mm_prefetch((const char *)address, _MM_HINT_T0);
}
#endif
