/// The task of a process with a picture.
enum PictureJob: Hashable, Sendable {
    case thumbnail(width: Int, height: Int, PictureThumbnail.Method)
    case draw(columns: Int, rows: Int, PictureMeans)

    var words: [String] {
        switch self {
        case .thumbnail(let width, let height, let method): ["thumbnail", "\(width)", "\(height)", method.rawValue]
        case .draw(let columns, let rows, let means):
            ["draw", "\(columns)", "\(rows)"] + Self.words(of: means.colors) + (means.graphics.map(Self.words) ?? [])
        }
    }

    private static func words(of colors: PictureDrawing.Colors) -> [String] {
        switch colors {
        case .palette: ["colors", "dark"]
        case .mono(let isLight): ["mono", isLight ? "light" : "dark"]
        }
    }

    private static func words(of graphics: PictureGraphics) -> [String] {
        let form =
            switch graphics.form {
            case .pixels: "pixels"
            case .sixels: "sixels"
            }
        return [form, "\(graphics.cell.width)", "\(graphics.cell.height)", "\(graphics.background)"]
    }

    /// The longest answer that is read, in bytes.
    var mostBytes: Int {
        switch self {
        // The maximum is the uncompressed size, with space for the headers.
        case .thumbnail(let width, let height, _): 4 * width * height + (64 << 10)
        case .draw(let columns, let rows, let means):
            PictureAnswer.drawingHead + PictureAnswer.cell * columns * rows
                + (means.graphics.map { $0.mostBytes(columns: columns, rows: rows) } ?? 0)
        }
    }
}
