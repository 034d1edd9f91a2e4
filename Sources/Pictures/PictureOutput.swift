import CPictures

/// Validates the output of a process that decoded an untrusted picture and may be compromised. Any output that is
/// not exactly in the requested form is refused.
struct PictureOutput {
    static let thumbnailHead = 18
    static let drawingHead = 13
    static let cell = 8

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func thumbnail(width: Int, height: Int) throws(PictureDecodingError) -> PictureThumbnail {
        try check(CONFAB_PICTURE_THUMBNAIL, head: Self.thumbnailHead)
        let rest = bytes.dropFirst(Self.thumbnailHead)
        guard let original = size(at: 1), let size = size(at: 9), size.width <= width, size.height <= height,
            let kind = Self.kind(bytes[17]), rest.starts(with: Self.signature(of: kind))
        else { throw .crashed }
        return PictureThumbnail(kind: kind, size: size, original: original, bytes: Array(rest))
    }

    func drawing(columns: Int, rows: Int, means: PictureSupport) throws(PictureDecodingError) -> PictureDrawing {
        try check(CONFAB_PICTURE_DRAWING, head: Self.drawingHead)
        let (width, height) = (number(at: 9, 2), number(at: 11, 2))
        let end = Self.drawingHead + Self.cell * width * height
        guard let original = size(at: 1), (1...columns).contains(width), (1...rows).contains(height), bytes.count >= end
        else { throw .crashed }
        var cells: [PictureDrawing.Cell] = []
        cells.reserveCapacity(width * height)
        for place in stride(from: Self.drawingHead, to: end, by: Self.cell) {
            guard let cell = cell(at: place, means.colors) else { throw .crashed }
            cells.append(cell)
        }
        guard let strips = strips(from: end, columns: width, rows: height, means.graphics) else { throw .crashed }
        return PictureDrawing(columns: width, cells: cells, original: original, strips: strips)
    }

    private func strips(from start: Int, columns: Int, rows: Int, _ graphics: PictureGraphics?) -> [[UInt8]]? {
        let rest = bytes[start...]
        guard let graphics else { return rest.isEmpty ? [] : nil }
        switch graphics.form {
        case .pixels:
            let length = 3 * graphics.pixels(columns: columns)
            guard rest.count == length * rows else { return nil }
            return (0..<rows).map { Array(rest.dropFirst($0 * length).prefix(length)) }
        case .sixels:
            return sixels(
                rest, rows: rows,
                SixelRow(width: columns * graphics.cell.width, bands: (graphics.cell.height + 5) / 6))
        }
    }

    private func sixels(_ bytes: ArraySlice<UInt8>, rows: Int, _ row: SixelRow) -> [[UInt8]]? {
        var strips: [[UInt8]] = []
        var rest = bytes
        for _ in 0..<rows {
            guard rest.count >= 4 else { return nil }
            let length = number(at: rest.startIndex, 4)
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            // The length is 0 if Chafa's output has an unexpected form. The picture is then shown as characters.
            guard length > 0 else {
                strips.append([])
                continue
            }
            guard let strip = row.checked(rest.prefix(length)) else { return nil }
            strips.append(strip)
            rest = rest.dropFirst(length)
        }
        guard rest.isEmpty else { return nil }
        return strips.contains([]) ? [] : strips
    }

    private func check(_ kind: Int, head: Int) throws(PictureDecodingError) {
        if bytes.count == 2, Int(bytes[0]) == CONFAB_PICTURE_FAILED { throw Self.problem(Int(bytes[1])) }
        guard bytes.count > head, Int(bytes[0]) == kind else { throw .crashed }
    }

    private static func problem(_ reason: Int) -> PictureDecodingError {
        switch reason {
        case CONFAB_PICTURE_NO_LOADER: .missing(.loader)
        case CONFAB_PICTURE_NO_DRAWER: .missing(.drawer)
        case CONFAB_PICTURE_OTHER_KIND: .otherKind
        case CONFAB_PICTURE_TOO_MANY_PIXELS: .tooManyPixels
        case CONFAB_PICTURE_BROKEN: .broken
        case CONFAB_PICTURE_MEMORY: .memory
        case CONFAB_PICTURE_TOO_MANY_BYTES: .tooManyBytes
        default: .crashed
        }
    }

    private static func kind(_ letter: UInt8) -> PictureThumbnail.Kind? {
        switch letter {
        case UInt8(ascii: "J"): .jpeg
        case UInt8(ascii: "P"): .png
        default: nil
        }
    }

    private static func signature(of kind: PictureThumbnail.Kind) -> [UInt8] {
        switch kind {
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        }
    }

    private func number(at place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func size(at place: Int) -> PixelSize? {
        PixelSize(width: number(at: place, 4), height: number(at: place + 4, 4))
    }

    private func cell(at place: Int, _ colors: PictureDrawing.Colors) -> PictureDrawing.Cell? {
        guard let scalar = Unicode.Scalar(UInt32(number(at: place, 4))) else { return nil }
        switch scalar.value {
        case 0x20, 0x2580...0x259F: break
        case 0x2800...0x28FF where colors != .palette: break
        default: return nil
        }
        let (foreground, background) = (number(at: place + 4, 2), number(at: place + 6, 2))
        for color in [foreground, background] where color != CONFAB_PICTURE_NO_COLOR {
            // The first sixteen are the terminal's own, which have a meaning in its theme.
            guard colors == .palette, (16...255).contains(color) else { return nil }
        }
        return PictureDrawing.Cell(
            scalar: scalar, foreground: UInt8(exactly: foreground), background: UInt8(exactly: background))
    }
}
