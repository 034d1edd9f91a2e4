#include "CPictures.h"
#include "confinement.h"
#include "libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_SIGNATURE = 12, PIECE = 1 << 16 };

static struct pixbuf pixbuf;
static struct chafa chafa;
static uint64_t most_pixels;
/// The picture's size in pixels as displayed, after its EXIF orientation was applied.
static uint32_t picture_width, picture_height;

/// Writes bytes to standard output. Ends the process if the reader is gone.
static void say(const void *bytes, size_t count)
{
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(STDOUT_FILENO, rest, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(1);
        rest += written;
        count -= (size_t)written;
    }
}

/// Writes the failure and its reason to standard output, and ends the process at once, without exit handlers.
static _Noreturn void fail(uint8_t reason)
{
    const uint8_t answer[] = {CONFAB_PICTURE_FAILED, reason};
    say(answer, sizeof answer);
    _exit(0);
}

/// Fails with the reason of an error of gdk-pixbuf, which may be NULL.
static _Noreturn void fail_by(const GError *error)
{
    fail(error && error->code == GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY ? CONFAB_PICTURE_MEMORY : CONFAB_PICTURE_BROKEN);
}

/// Writes the low bytes of a number in big-endian order.
static void put(uint8_t *place, uint32_t value, int bytes)
{
    for (int index = 0; index < bytes; index++)
        place[index] = (uint8_t)(value >> 8 * (bytes - 1 - index));
}

/// Reads from standard input until the buffer is full or the input ends. Returns the number of bytes.
static size_t read_piece(uint8_t *bytes, size_t room)
{
    size_t count = 0;
    while (count < room) {
        ssize_t came = read(STDIN_FILENO, bytes + count, room - count);
        if (came < 0 && errno == EINTR)
            continue;
        if (came < 0)
            _exit(1);
        if (came == 0)
            break;
        count += (size_t)came;
    }
    return count;
}

/// Returns gdk-pixbuf's name of the picture's format, by its first bytes; NULL for all but PNG, JPEG, GIF and WebP.
/// Other formats are rejected even if gdk-pixbuf has a loader for them.
static const char *type_of(const uint8_t *start, size_t count)
{
    if (count < LONGEST_SIGNATURE)
        return NULL;
    if (memcmp(start, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "png";
    if (memcmp(start, "\xff\xd8\xff", 3) == 0)
        return "jpeg";
    if (memcmp(start, "GIF87a", 6) == 0 || memcmp(start, "GIF89a", 6) == 0)
        return "gif";
    if (memcmp(start, "RIFF", 4) == 0 && memcmp(start + 8, "WEBP", 4) == 0)
        return "webp";
    return NULL;
}

/// Rejects a picture with too many pixels. The loader calls this before it allocates memory for pixels.
static void size_is_known(GdkPixbufLoader *loader, int width, int height, void *data)
{
    (void)loader;
    (void)data;
    if (width <= 0 || height <= 0)
        fail(CONFAB_PICTURE_BROKEN);
    if ((uint64_t)width * (uint64_t)height > most_pixels)
        fail(CONFAB_PICTURE_TOO_MANY_PIXELS);
}

/// The number of rows that are decoded so far.
static int decoded_rows;

/// Counts decoded rows. The loader calls this for each area that it has decoded.
static void rows_are_there(GdkPixbufLoader *loader, int x, int y, int width, int height, void *data)
{
    (void)loader;
    (void)x;
    (void)width;
    (void)data;
    if (y + height > decoded_rows)
        decoded_rows = y + height;
}

/// Decodes the picture from standard input and applies its orientation. Ends the process if that fails.
static GdkPixbuf *decode(uint64_t most_bytes)
{
    static uint8_t bytes[PIECE];
    size_t count = read_piece(bytes, LONGEST_SIGNATURE);
    const char *type = type_of(bytes, count);
    GError *error = NULL;
    GdkPixbufLoader *loader = type ? pixbuf.loader_new(type, &error) : NULL;
    if (!loader)
        fail(CONFAB_PICTURE_OTHER_KIND);
    // Loaders that are modules must be loaded now. After confab_confine no file can be opened.
    pixbuf.loader_new("png", NULL);
    pixbuf.loader_new("jpeg", NULL);
    if (!confab_confine())
        _exit(1);
    pixbuf.connect(loader, "size-prepared", (void (*)(void))size_is_known, NULL, NULL, 0);
    pixbuf.connect(loader, "area-updated", (void (*)(void))rows_are_there, NULL, NULL, 0);
    uint64_t sum = 0;
    while (count > 0) {
        sum += count;
        if (sum > most_bytes)
            fail(CONFAB_PICTURE_TOO_MANY_BYTES);
        if (!pixbuf.loader_write(loader, bytes, count, &error))
            fail_by(error);
        count = read_piece(bytes, PIECE);
    }
    if (!pixbuf.loader_close(loader, &error))
        fail_by(error);
    GdkPixbuf *read = pixbuf.loader_pixbuf(loader);
    // The missing rows of a truncated PNG would be uninitialized memory. libjpeg fills them itself.
    if (!read || (strcmp(type, "png") == 0 && decoded_rows < pixbuf.height(read)))
        fail(CONFAB_PICTURE_BROKEN);
    GdkPixbuf *seen = pixbuf.oriented(read);
    if (!seen)
        fail(CONFAB_PICTURE_MEMORY);
    picture_width = (uint32_t)pixbuf.width(seen);
    picture_height = (uint32_t)pixbuf.height(seen);
    return seen;
}

static uint32_t at_least_one(uint64_t value) { return value < 1 ? 1 : (uint32_t)value; }

/// Writes a thumbnail of at most this size. If it is cropped, it has this aspect ratio.
static void make_thumbnail(GdkPixbuf *picture, uint32_t most_width, uint32_t most_height, bool is_cropped)
{
    uint64_t width = picture_width, height = picture_height;
    // One side fits exactly. Along the other one, the picture is cropped, or the thumbnail is smaller than it may be.
    bool is_wider = width * most_height > height * most_width;
    if (is_cropped) {
        uint64_t part_width = is_wider ? at_least_one(height * most_width / most_height) : width;
        uint64_t part_height = is_wider ? height : at_least_one(width * most_height / most_width);
        picture = pixbuf.part(
            picture, (int)((width - part_width) / 2), (int)((height - part_height) / 2), (int)part_width, (int)part_height);
        if (!picture)
            fail(CONFAB_PICTURE_MEMORY);
        width = part_width;
        height = part_height;
    }
    if (width > most_width || height > most_height) {
        uint64_t own_width = width;
        width = is_cropped || is_wider ? most_width : at_least_one(width * most_height / height);
        height = is_cropped || !is_wider ? most_height : at_least_one(height * most_width / own_width);
        picture = pixbuf.scaled(picture, (int)width, (int)height, GDK_INTERP_BILINEAR);
        if (!picture)
            fail(CONFAB_PICTURE_MEMORY);
    }
    bool has_alpha = pixbuf.has_alpha(picture);
    char *keys[] = {"quality", NULL}, *values[] = {"80", NULL}, *none[] = {NULL};
    char *bytes = NULL;
    size_t count = 0;
    GError *error = NULL;
    if (!pixbuf.save(
            picture, &bytes, &count, has_alpha ? "png" : "jpeg", has_alpha ? none : keys, has_alpha ? none : values, &error))
        fail_by(error);
    uint8_t head[18] = {CONFAB_PICTURE_THUMBNAIL};
    put(head + 1, picture_width, 4);
    put(head + 5, picture_height, 4);
    put(head + 9, (uint32_t)width, 4);
    put(head + 13, (uint32_t)height, 4);
    head[17] = has_alpha ? 'P' : 'J';
    say(head, sizeof head);
    say(bytes, count);
}

void confab_picture_cells(
    uint32_t width, uint32_t height, uint32_t most_columns, uint32_t most_rows, uint32_t *columns, uint32_t *rows)
{
    // A cell is twice as high as it is wide, and at least four pixels wide.
    enum { PIXELS = 4 };
    uint64_t columns_wanted = ((uint64_t)width + PIXELS - 1) / PIXELS;
    uint64_t rows_wanted = ((uint64_t)height + 2 * PIXELS - 1) / (2 * PIXELS);
    if (columns_wanted > most_columns || rows_wanted > most_rows) {
        bool is_wider = (uint64_t)width * 2 * most_rows > (uint64_t)height * most_columns;
        if (is_wider) {
            columns_wanted = most_columns;
            rows_wanted = ((uint64_t)height * most_columns + width) / (2 * (uint64_t)at_least_one(width));
        } else {
            rows_wanted = most_rows;
            columns_wanted = ((uint64_t)width * 4 * most_rows + height) / (2 * (uint64_t)at_least_one(height));
        }
    }
    *columns = at_least_one(columns_wanted < most_columns ? columns_wanted : most_columns);
    *rows = at_least_one(rows_wanted < most_rows ? rows_wanted : most_rows);
}

/// Returns Chafa's configuration for a drawing of block characters; without colors also of braille patterns.
static ChafaCanvasConfig *drawing_of(uint32_t columns, uint32_t rows, bool has_colors, bool is_light)
{
    ChafaSymbolMap *symbols = chafa.map_new();
    chafa.map_add(symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_HALF | CHAFA_SYMBOL_TAG_QUAD);
    if (!has_colors)
        chafa.map_add_range(symbols, 0x2800, 0x28FF);
    ChafaCanvasConfig *config = chafa.config_new();
    chafa.config_geometry(config, (int)columns, (int)rows);
    chafa.config_map(config, symbols);
    chafa.config_mode(config, has_colors ? CHAFA_CANVAS_MODE_INDEXED_240 : CHAFA_CANVAS_MODE_FGBG);
    chafa.config_foreground(config, is_light ? 0x000000 : 0xFFFFFF);
    chafa.config_background(config, is_light ? 0xFFFFFF : 0x000000);
    return config;
}

/// Returns a color's number in the answer.
static uint32_t color(int index, bool has_colors)
{
    return has_colors && index >= 0 && index < 256 ? (uint32_t)index : CONFAB_PICTURE_NO_COLOR;
}

/// The requested form of pixels, and the size of a cell in pixels.
struct graphics {
    enum { NONE, PIXELS, SIXELS } form;
    uint32_t cell_width, cell_height;
    /// The color behind transparent pixels and beside a picture that doesn't fill its cells: 8 bits each of red, green
    /// and blue.
    uint32_t background;
};

/// Writes red, green and blue of a pixel, blended with the background.
static void put_pixel(uint8_t *place, const uint8_t *pixel, bool has_alpha, const struct graphics *graphics)
{
    uint32_t alpha = has_alpha ? pixel[3] : 255;
    for (int channel = 0; channel < 3; channel++) {
        uint32_t behind = graphics->background >> 8 * (2 - channel) & 255;
        place[channel] = (uint8_t)((pixel[channel] * alpha + behind * (255 - alpha) + 127) / 255);
    }
}

/// Returns the picture as opaque RGBA pixels, scaled to fit the given cells with its aspect ratio kept. It is at the
/// top left; the rest has the background color.
static uint8_t *pixels_of(GdkPixbuf *picture, uint32_t columns, uint32_t rows, const struct graphics *graphics)
{
    const uint64_t own_width = picture_width, own_height = picture_height;
    const uint32_t width = columns * graphics->cell_width, height = rows * graphics->cell_height;
    bool is_wider = own_width * height > own_height * width;
    uint32_t shown_width = is_wider ? width : at_least_one(own_width * height / own_height);
    uint32_t shown_height = is_wider ? at_least_one(own_height * width / own_width) : height;
    GdkPixbuf *shown = pixbuf.scaled(picture, (int)shown_width, (int)shown_height, GDK_INTERP_BILINEAR);
    uint8_t *pixels = malloc((size_t)width * height * 4);
    if (!shown || !pixels)
        fail(CONFAB_PICTURE_MEMORY);
    const bool has_alpha = pixbuf.has_alpha(shown);
    static const uint8_t nothing[4];
    uint8_t *place = pixels;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = pixbuf.pixels(shown) + (size_t)y * (size_t)pixbuf.row_length(shown);
        for (uint32_t x = 0; x < width; x++, place += 4) {
            bool is_shown = y < shown_height && x < shown_width;
            put_pixel(place, is_shown ? row + x * (has_alpha ? 4 : 3) : nothing, !is_shown || has_alpha, graphics);
            place[3] = 255;
        }
    }
    return pixels;
}

/// Writes red, green and blue of RGBA pixels.
static void say_pixels(const uint8_t *pixels, size_t count)
{
    uint8_t *answer = malloc(count * 3);
    if (!answer)
        fail(CONFAB_PICTURE_MEMORY);
    for (size_t index = 0; index < count; index++)
        memcpy(answer + index * 3, pixels + index * 4, 3);
    say(answer, count * 3);
}

/// Writes one row of cells as sixels without introducer and terminator: the number of bytes (32 bits), then the bytes.
/// The number is 0 if Chafa's output has an unexpected form.
static void say_sixels(const uint8_t *pixels, uint32_t columns, const struct graphics *graphics, ChafaTermInfo *terminal)
{
    enum { BAND = 6 };
    const uint32_t width = columns * graphics->cell_width;
    const uint32_t height = (graphics->cell_height + BAND - 1) / BAND * BAND;
    // Bands of sixels are six pixels high. Below the cells, the last band is transparent.
    uint8_t *bands = calloc((size_t)width * height, 4);
    if (!bands)
        fail(CONFAB_PICTURE_MEMORY);
    memcpy(bands, pixels, (size_t)width * graphics->cell_height * 4);
    ChafaCanvasConfig *config = chafa.config_new();
    chafa.config_geometry(config, (int)columns, 1);
    chafa.config_cell(config, (int)graphics->cell_width, (int)height);
    chafa.config_pixels(config, CHAFA_PIXEL_MODE_SIXELS);
    chafa.config_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    ChafaCanvas *canvas = chafa.canvas_new(config);
    chafa.draw(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, bands, (int)width, (int)height, (int)width * 4);
    const GString *text = chafa.print(canvas, terminal);
    const char *start = text && text->count > 0 ? memchr(text->text, '#', text->count) : NULL;
    const char *end = start ? memchr(start, '\x1b', text->count - (size_t)(start - text->text)) : NULL;
    uint8_t head[4] = {0};
    put(head, end ? (uint32_t)(end - start) : 0, 4);
    say(head, sizeof head);
    if (end)
        say(start, (size_t)(end - start));
    chafa.canvas_free(canvas);
    free(bands);
}

/// Writes the picture as pixels or sixels.
static void say_graphics(GdkPixbuf *picture, uint32_t columns, uint32_t rows, const struct graphics *graphics)
{
    const uint8_t *pixels = pixels_of(picture, columns, rows, graphics);
    const size_t row = (size_t)columns * graphics->cell_width * graphics->cell_height;
    if (graphics->form == PIXELS) {
        say_pixels(pixels, row * rows);
        return;
    }
    ChafaTermInfo *terminal = chafa.terminal_new();
    chafa.terminal_sequence(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS, "\x1bP%1;%2;%3q", NULL);
    chafa.terminal_sequence(terminal, CHAFA_TERM_SEQ_END_SIXELS, "\x1b\\", NULL);
    for (uint32_t index = 0; index < rows; index++)
        say_sixels(pixels + index * row * 4, columns, graphics, terminal);
}

/// Writes the picture as characters, and as pixels or sixels if these were requested.
static void draw(
    GdkPixbuf *picture, uint32_t most_columns, uint32_t most_rows, bool has_colors, bool is_light,
    const struct graphics *graphics)
{
    enum { HEAD = 13, CELL = 8 };
    uint32_t columns, rows;
    confab_picture_cells(picture_width, picture_height, most_columns, most_rows, &columns, &rows);
    ChafaCanvas *canvas = chafa.canvas_new(drawing_of(columns, rows, has_colors, is_light));
    chafa.draw(
        canvas, pixbuf.has_alpha(picture) ? CHAFA_PIXEL_RGBA8_UNASSOCIATED : CHAFA_PIXEL_RGB8, pixbuf.pixels(picture),
        pixbuf.width(picture), pixbuf.height(picture), pixbuf.row_length(picture));
    size_t count = HEAD + (size_t)columns * rows * CELL;
    uint8_t *answer = malloc(count);
    if (!answer)
        fail(CONFAB_PICTURE_MEMORY);
    answer[0] = CONFAB_PICTURE_DRAWING;
    put(answer + 1, picture_width, 4);
    put(answer + 5, picture_height, 4);
    put(answer + 9, columns, 2);
    put(answer + 11, rows, 2);
    uint8_t *cell = answer + HEAD;
    for (int y = 0; y < (int)rows; y++) {
        for (int x = 0; x < (int)columns; x++, cell += CELL) {
            int foreground = -1, background = -1;
            chafa.colors(canvas, x, y, &foreground, &background);
            put(cell, chafa.character(canvas, x, y), 4);
            put(cell + 4, color(foreground, has_colors), 2);
            put(cell + 6, color(background, has_colors), 2);
        }
    }
    say(answer, count);
    if (graphics->form != NONE)
        say_graphics(picture, columns, rows, graphics);
}

/// Parses a decimal number. Returns false if it is invalid or outside of the range.
static bool is_number(const char *word, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(word, &end, 10);
    return errno == 0 && *word >= '0' && *word <= '9' && *end == 0 && *value >= least && *value <= most;
}

/// Parses one of two words. Returns false for any other word.
static bool is_one_of(const char *word, const char *yes, const char *no, bool *value)
{
    *value = strcmp(word, yes) == 0;
    return *value || strcmp(word, no) == 0;
}

/// Parses the optional last arguments of a `draw` command: `sixels` or `pixels`, the width and height of a cell in
/// pixels, and the background color. Without them, the picture is only drawn as characters. Returns false if they are
/// invalid.
static bool are_graphics(int count, char *const *words, struct graphics *graphics)
{
    enum { MOST_CELL = 128 };
    uint64_t width, height, background;
    bool is_sixels;
    graphics->form = NONE;
    if (count == 0)
        return true;
    if (count != 4 || !is_one_of(words[0], "sixels", "pixels", &is_sixels) || !is_number(words[1], 1, MOST_CELL, &width)
        || !is_number(words[2], 1, MOST_CELL, &height) || !is_number(words[3], 0, 0xFFFFFF, &background))
        return false;
    *graphics = (struct graphics){
        is_sixels ? SIXELS : PIXELS, (uint32_t)width, (uint32_t)height, (uint32_t)background};
    return true;
}

int confab_picture_main(int count, char *const *words)
{
    enum { WRONG_WORDS = 64, MOST_SIDE = 4096, MOST_CELLS = 500 };
    uint64_t memory, seconds, most_bytes, width, height;
    bool is_cropped = false, has_colors = false, is_light = false;
    struct graphics graphics;
    if (count < 8 || !is_number(words[0], 1, INT64_MAX, &memory) || !is_number(words[1], 1, 3600, &seconds)
        || !is_number(words[2], 1, INT32_MAX, &most_pixels) || !is_number(words[3], 1, INT64_MAX, &most_bytes))
        return WRONG_WORDS;
    bool draws = strcmp(words[4], "draw") == 0;
    uint64_t most = draws ? MOST_CELLS : MOST_SIDE;
    if (!is_number(words[5], 1, most, &width) || !is_number(words[6], 1, most, &height))
        return WRONG_WORDS;
    if (draws) {
        if (count < 9 || !is_one_of(words[7], "colors", "mono", &has_colors)
            || !is_one_of(words[8], "light", "dark", &is_light) || !are_graphics(count - 9, words + 9, &graphics))
            return WRONG_WORDS;
    } else if (count != 8 || strcmp(words[4], "thumbnail") != 0 || !is_one_of(words[7], "crop", "scale", &is_cropped)) {
        return WRONG_WORDS;
    }
    if (!confab_limit(memory, seconds))
        return 1;
    if (!confab_load_pixbuf(&pixbuf))
        fail(CONFAB_PICTURE_NO_LOADER);
    if (draws) {
        if (!confab_load_chafa(&chafa))
            fail(CONFAB_PICTURE_NO_DRAWER);
        // Otherwise Chafa would determine the number of processors, which confab_confine forbids.
        chafa.set_threads(1);
    }
    GdkPixbuf *picture = decode(most_bytes);
    if (draws)
        draw(picture, (uint32_t)width, (uint32_t)height, has_colors, is_light, &graphics);
    else
        make_thumbnail(picture, (uint32_t)width, (uint32_t)height, is_cropped);
    _exit(0);
}
