#ifndef CCMARK_H
#define CCMARK_H

#include <stddef.h>

/// Writes Markdown (CommonMark) as HTML for others. Line breaks stay line breaks, HTML that was typed is text.
///
/// Returns NULL where the text has no formatting, or too little memory; else what ``confab_markdown_free`` takes back.
char *confab_markdown_html(const char *text, size_t count);

void confab_markdown_free(char *html);

#endif
