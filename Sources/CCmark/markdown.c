#include "CCmark.h"

#include <cmark.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static cmark_node *text_node(const char *text)
{
    cmark_node *node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, text);
    return node;
}

// Returns a paragraph with the source lines of a block of HTML. It is displayed as it was typed.
static cmark_node *paragraph_of(const char *literal)
{
    cmark_node *paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
    char *copy = strdup(literal ? literal : "");
    char *rest = copy;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        cmark_node_append_child(paragraph, text_node(line));
        if (rest && *rest)
            cmark_node_append_child(paragraph, cmark_node_new(CMARK_NODE_SOFTBREAK));
    }
    free(copy);
    return paragraph;
}

// Returns a link with the target and the children of an image. Chats don't show images from the web.
static cmark_node *link_of(cmark_node *image)
{
    cmark_node *link = cmark_node_new(CMARK_NODE_LINK);
    cmark_node_set_url(link, cmark_node_get_url(image));
    for (cmark_node *child; (child = cmark_node_first_child(image));)
        cmark_node_append_child(link, child);
    return link;
}

// Returns the node that replaces this one in messages: text for HTML, a link for an image; NULL if it stays as it is.
// An image is replaced when it is left, after its children were visited.
static cmark_node *replacement(cmark_node *node, cmark_event_type event)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_INLINE:
        return text_node(cmark_node_get_literal(node));
    case CMARK_NODE_HTML_BLOCK:
        return paragraph_of(cmark_node_get_literal(node));
    case CMARK_NODE_IMAGE:
        return event == CMARK_EVENT_EXIT ? link_of(node) : NULL;
    default:
        return NULL;
    }
}

static bool is_formatting(cmark_node_type type)
{
    switch (type) {
    case CMARK_NODE_DOCUMENT:
    case CMARK_NODE_PARAGRAPH:
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
    case CMARK_NODE_HTML_INLINE:
    case CMARK_NODE_HTML_BLOCK:
        return false;
    default:
        return true;
    }
}

// Replaces HTML and images. Returns whether the document has any formatting.
static bool prepare(cmark_node *document)
{
    bool has_formatting = false;
    cmark_iter *iterator = cmark_iter_new(document);
    cmark_event_type event;
    while ((event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iterator);
        has_formatting |= is_formatting(cmark_node_get_type(node));
        cmark_node *other = replacement(node, event);
        if (!other)
            continue;
        // The iterator has passed this node, so it can be freed.
        cmark_node_insert_before(node, other);
        cmark_node_free(node);
    }
    cmark_iter_free(iterator);
    return has_formatting;
}

char *confab_markdown_html(const char *text, size_t count)
{
    cmark_node *document = cmark_parse_document(text, count, CMARK_OPT_DEFAULT);
    if (!document)
        return NULL;
    char *html = prepare(document) ? cmark_render_html(document, CMARK_OPT_HARDBREAKS) : NULL;
    cmark_node_free(document);
    return html;
}

void confab_markdown_free(char *html)
{
    free(html);
}
