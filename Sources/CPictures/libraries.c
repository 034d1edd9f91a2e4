#include "libraries.h"

#include <CLibraries.h>

bool confab_load_pixbuf(struct pixbuf *pixbuf)
{
    const confab_function functions[] = {
        {"gdk_pixbuf_loader_new_with_type", &pixbuf->loader_new},
        {"gdk_pixbuf_loader_write", &pixbuf->loader_write},
        {"gdk_pixbuf_loader_close", &pixbuf->loader_close},
        {"gdk_pixbuf_loader_get_pixbuf", &pixbuf->loader_pixbuf},
        {"g_signal_connect_data", &pixbuf->connect},
        {"gdk_pixbuf_apply_embedded_orientation", &pixbuf->oriented},
        {"gdk_pixbuf_new_subpixbuf", &pixbuf->part},
        {"gdk_pixbuf_scale_simple", &pixbuf->scaled},
        {"gdk_pixbuf_save_to_bufferv", &pixbuf->save},
        {"gdk_pixbuf_get_width", &pixbuf->width},
        {"gdk_pixbuf_get_height", &pixbuf->height},
        {"gdk_pixbuf_get_rowstride", &pixbuf->row_length},
        {"gdk_pixbuf_get_has_alpha", &pixbuf->has_alpha},
        {"gdk_pixbuf_get_pixels", &pixbuf->pixels},
    };
    return confab_load_library("libgdk_pixbuf-2.0.so.0", functions, sizeof functions / sizeof functions[0]);
}

bool confab_load_chafa(struct chafa *chafa)
{
    const confab_function functions[] = {
        {"chafa_set_n_threads", &chafa->set_threads},
        {"chafa_symbol_map_new", &chafa->map_new},
        {"chafa_symbol_map_add_by_tags", &chafa->map_add},
        {"chafa_symbol_map_add_by_range", &chafa->map_add_range},
        {"chafa_canvas_config_new", &chafa->config_new},
        {"chafa_canvas_config_set_geometry", &chafa->config_geometry},
        {"chafa_canvas_config_set_canvas_mode", &chafa->config_mode},
        {"chafa_canvas_config_set_symbol_map", &chafa->config_map},
        {"chafa_canvas_config_set_fg_color", &chafa->config_foreground},
        {"chafa_canvas_config_set_bg_color", &chafa->config_background},
        {"chafa_canvas_config_set_cell_geometry", &chafa->config_cell},
        {"chafa_canvas_config_set_pixel_mode", &chafa->config_pixels},
        {"chafa_canvas_new", &chafa->canvas_new},
        {"chafa_canvas_draw_all_pixels", &chafa->draw},
        {"chafa_canvas_get_char_at", &chafa->character},
        {"chafa_canvas_get_raw_colors_at", &chafa->colors},
        {"chafa_term_info_new", &chafa->terminal_new},
        {"chafa_term_info_set_seq", &chafa->terminal_sequence},
        {"chafa_canvas_print", &chafa->print},
        {"chafa_canvas_unref", &chafa->canvas_free},
    };
    return confab_load_library("libchafa.so.0", functions, sizeof functions / sizeof functions[0]);
}
