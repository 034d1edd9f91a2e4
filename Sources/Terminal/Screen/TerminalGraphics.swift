/// How a terminal shows pixels.
package struct TerminalGraphics: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Its graphics protocol takes three bytes a pixel: red, green and blue (kitty, "Terminal graphics protocol").
        case kitty
        /// It takes sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
        case sixel
    }

    package let form: Form
    /// The pixels of a cell.
    package let cell: Size

    package init(form: Form, cell: Size) {
        self.form = form
        self.cell = cell
    }
}
