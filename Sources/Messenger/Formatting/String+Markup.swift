extension String {
    /// The text, escaped for HTML and similar markup between tags.
    package var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The text, escaped for use in a quoted attribute as well.
    package var escapedForHTML: String { escapedForMarkup.replacing("\"", with: "&quot;") }
}
