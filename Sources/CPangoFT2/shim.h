#if __has_include(<pango/pangofc-fontmap.h>)
// The functions that give a font's face are deprecated for HarfBuzz's, which older releases of it
// do not have.
#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <pango/pango.h>
#include <pango/pangoft2.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#else
#error "Pango is missing: install it with 'sudo apt-get install libpango1.0-dev pkg-config'"
#endif
