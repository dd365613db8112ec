// The compiler's own SSE2 intrinsics, on the processors that have them.
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
