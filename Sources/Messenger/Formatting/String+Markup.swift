extension String {
    /// Text as HTML and what is like it have it between marks.
    package var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The same within the quotes of an attribute as well.
    package var escapedForHTML: String { escapedForMarkup.replacing("\"", with: "&quot;") }
}
