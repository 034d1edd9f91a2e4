/// What a process is asked to do with a picture.
enum PictureJob: Hashable, Sendable {
    case thumbnail(width: Int, height: Int, PictureThumbnail.Method)
    case draw(columns: Int, rows: Int, PictureDrawing.Colors)

    var words: [String] {
        switch self {
        case .thumbnail(let width, let height, let method): ["thumbnail", "\(width)", "\(height)", method.rawValue]
        case .draw(let columns, let rows, .palette): ["draw", "\(columns)", "\(rows)", "colors", "dark"]
        case .draw(let columns, let rows, .mono(let isLight)):
            ["draw", "\(columns)", "\(rows)", "mono", isLight ? "light" : "dark"]
        }
    }

    /// The longest answer that is read, in bytes.
    var mostBytes: Int {
        switch self {
        // Uncompressed, with room for what is around it.
        case .thumbnail(let width, let height, _): 4 * width * height + (64 << 10)
        case .draw(let columns, let rows, _): PictureAnswer.drawingHead + PictureAnswer.cell * columns * rows
        }
    }
}
