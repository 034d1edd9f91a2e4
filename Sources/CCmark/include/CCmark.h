#ifndef CCMARK_H
#define CCMARK_H

#include <stddef.h>

/// Converts Markdown (CommonMark) to HTML for a message. Line breaks are kept, typed HTML is escaped, and images become
/// links.
///
/// @param text the Markdown, in UTF-8.
/// @param count its size in bytes.
/// @return a string to be freed with ``confab_markdown_free``; `NULL` if the text has no formatting or there is an
///     error.
char *confab_markdown_html(const char *text, size_t count);

/// Frees a string from ``confab_markdown_html``.
void confab_markdown_free(char *html);

#endif
