#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The used declarations of gdk-pixbuf, GLib and Chafa. The build needs no headers of them, since they are loaded at run
// time.
typedef int gboolean;
typedef struct GdkPixbuf GdkPixbuf;
typedef struct GdkPixbufLoader GdkPixbufLoader;
typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaTermInfo ChafaTermInfo;

typedef struct {
    char *text;
    size_t count;
    size_t room;
} GString;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;

enum { GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY = 1, GDK_INTERP_BILINEAR = 2 };

enum { CHAFA_CANVAS_MODE_TRUECOLOR = 0, CHAFA_CANVAS_MODE_INDEXED_240 = 2, CHAFA_CANVAS_MODE_FGBG = 5 };

enum { CHAFA_PIXEL_MODE_SIXELS = 1 };

enum { CHAFA_TERM_SEQ_BEGIN_SIXELS = 40, CHAFA_TERM_SEQ_END_SIXELS = 41 };

enum { CHAFA_PIXEL_RGBA8_UNASSOCIATED = 4, CHAFA_PIXEL_RGB8 = 8 };

enum {
    CHAFA_SYMBOL_TAG_SPACE = 1 << 0,
    CHAFA_SYMBOL_TAG_SOLID = 1 << 1,
    CHAFA_SYMBOL_TAG_QUAD = 1 << 7,
    CHAFA_SYMBOL_TAG_HALF = 1 << 8 | 1 << 9
};

struct pixbuf {
    GdkPixbufLoader *(*loader_new)(const char *type, GError **);
    gboolean (*loader_write)(GdkPixbufLoader *, const uint8_t *, size_t, GError **);
    gboolean (*loader_close)(GdkPixbufLoader *, GError **);
    GdkPixbuf *(*loader_pixbuf)(GdkPixbufLoader *);
    unsigned long (*connect)(
        void *instance, const char *signal, void (*handler)(void), void *data, void (*destroy)(void), int flags);
    GdkPixbuf *(*oriented)(GdkPixbuf *);
    GdkPixbuf *(*part)(GdkPixbuf *, int x, int y, int width, int height);
    GdkPixbuf *(*scaled)(const GdkPixbuf *, int width, int height, int filter);
    gboolean (*save)(GdkPixbuf *, char **bytes, size_t *count, const char *type, char **keys, char **values, GError **);
    int (*width)(const GdkPixbuf *);
    int (*height)(const GdkPixbuf *);
    int (*row_length)(const GdkPixbuf *);
    gboolean (*has_alpha)(const GdkPixbuf *);
    uint8_t *(*pixels)(const GdkPixbuf *);
};

struct chafa {
    void (*set_threads)(int);
    ChafaSymbolMap *(*map_new)(void);
    void (*map_add)(ChafaSymbolMap *, int tags);
    void (*map_add_range)(ChafaSymbolMap *, uint32_t first, uint32_t last);
    ChafaCanvasConfig *(*config_new)(void);
    void (*config_geometry)(ChafaCanvasConfig *, int columns, int rows);
    void (*config_mode)(ChafaCanvasConfig *, int mode);
    void (*config_map)(ChafaCanvasConfig *, const ChafaSymbolMap *);
    void (*config_foreground)(ChafaCanvasConfig *, uint32_t);
    void (*config_background)(ChafaCanvasConfig *, uint32_t);
    void (*config_cell)(ChafaCanvasConfig *, int width, int height);
    void (*config_pixels)(ChafaCanvasConfig *, int mode);
    ChafaCanvas *(*canvas_new)(const ChafaCanvasConfig *);
    void (*draw)(ChafaCanvas *, int type, const uint8_t *pixels, int width, int height, int row_length);
    uint32_t (*character)(ChafaCanvas *, int x, int y);
    void (*colors)(ChafaCanvas *, int x, int y, int *foreground, int *background);
    ChafaTermInfo *(*terminal_new)(void);
    int (*terminal_sequence)(ChafaTermInfo *, int which, const char *sequence, GError **);
    GString *(*print)(ChafaCanvas *, ChafaTermInfo *);
    void (*canvas_free)(ChafaCanvas *);
};

/// Loads gdk-pixbuf and sets all pointers. Returns false if it is not installed.
bool confab_load_pixbuf(struct pixbuf *);

/// Loads Chafa and sets all pointers. Returns false if it is not installed.
bool confab_load_chafa(struct chafa *);

#endif
