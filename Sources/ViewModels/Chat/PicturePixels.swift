/// The pixels of a drawn picture, in the format of its terminal.
package struct PicturePixels: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Three bytes per pixel: red, green and blue.
        case colors
        case sixels
    }

    package let form: Form
    /// The size of a cell in pixels.
    package let cellWidth: Int
    package let cellHeight: Int
    /// The data for each row of cells.
    package let strips: [[UInt8]]

    package init(form: Form, cellWidth: Int, cellHeight: Int, strips: [[UInt8]]) {
        self.form = form
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.strips = strips
    }
}
