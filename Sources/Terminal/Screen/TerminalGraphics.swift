/// The graphics that a terminal supports.
package struct TerminalGraphics: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// kitty's graphics protocol with three bytes a pixel: red, green and blue (kitty, "Terminal
        /// graphics protocol").
        case kitty
        /// Sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
        case sixel
    }

    package let form: Form
    /// The size of a cell in pixels.
    package let cell: Size

    package init(form: Form, cell: Size) {
        self.form = form
        self.cell = cell
    }
}
