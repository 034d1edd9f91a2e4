/// The pixels over the letters of the screen. It keeps the shown strips (``GraphicStrip``), and makes the bytes that
/// update them for a frame.
///
/// The letters of a picture are drawn immediately, like any text. Pixels take many bytes, so they follow strip by
/// strip while the screen is idle. If they can't be shown, the letters stay.
@MainActor
struct GraphicsLayer {
    /// The graphics that the terminal supports; `nil` for text only.
    var graphics: TerminalGraphics?
    /// The widest strip that it shows completely, in pixels.
    var maxWidth = Self.usualWidth
    /// The strips of the last frame.
    private var wanted: [Point: GraphicStrip] = [:]
    private var shown: [Point: GraphicStrip] = [:]
    /// The strips that a terminal with stored pictures has. The one sent last is at the end.
    private var sent: [GraphicStrip] = []
    private var sentBytes = 0

    /// The limit for terminals that don't report one.
    static let usualWidth = 1_000
    /// The limit of stored strips, in bytes. kitty itself stores ten times as much.
    private static let maxSent = 32 << 20

    /// Forgets all strips on the screen.
    ///
    /// - Returns: the bytes that delete them, if the terminal stores pictures.
    mutating func forget() -> [UInt8] {
        let hadAny = !sent.isEmpty
        shown = [:]
        sent = []
        sentBytes = 0
        return hadAny ? Self.deleteAll : []
    }

    /// Removes the strips that a new frame no longer has. Shows the strips of the frame that the terminal has stored.
    ///
    /// - Returns: the escape sequences for both. They move the cursor.
    mutating func update(to frame: Frame, size: Size) -> [UInt8] {
        wanted = [:]
        guard let graphics else { return [] }
        for placed in frame.strips where isShowable(placed, in: frame, graphics, size) {
            wanted[placed.place] = placed.strip
        }
        var bytes: [UInt8] = []
        for (place, strip) in shown where wanted[place] != strip {
            shown[place] = nil
            // Letters that are drawn over sixels replace them.
            if graphics.form == .kitty { bytes += Self.command("a=d,d=i,i=\(Self.id(strip)),p=\(Self.id(place))") }
        }
        guard graphics.form == .kitty else { return bytes }
        for (place, strip) in wanted where shown[place] == nil && sent.contains(strip) {
            bytes += show(strip, at: place)
        }
        return bytes
    }

    var isComplete: Bool { shown.count == wanted.count }

    /// - Returns: the bytes that show one more strip and move the cursor; `nil` if there is none.
    mutating func next() -> [UInt8]? {
        guard let graphics else { return nil }
        let lacking = wanted.filter { shown[$0.key] == nil }.keys
        guard let place = lacking.min(by: { ($0.y, $0.x) < ($1.y, $1.x) }), let strip = wanted[place] else {
            return nil
        }
        switch graphics.form {
        case .kitty: return send(strip) + show(strip, at: place)
        case .sixel:
            shown[place] = strip
            return Self.way(to: place) + Self.sixels(of: strip)
        }
    }

    /// Whether a strip can be shown: it has its pixels, was made for this terminal, and is not covered by text.
    private func isShowable(_ placed: PlacedStrip, in frame: Frame, _ graphics: TerminalGraphics, _ size: Size) -> Bool
    {
        let (strip, place) = (placed.strip, placed.place)
        guard strip.graphics.form == graphics.form, !strip.bytes.isEmpty,
            placed.isInside(Rectangle(x: 0, y: 0, width: size.width, height: size.height))
        else { return false }
        if graphics.form == .sixel {
            // Pixels in the last row may make the terminal scroll.
            guard strip.graphics.cell == graphics.cell, place.y < size.height - 1,
                strip.columns * graphics.cell.width <= maxWidth
            else { return false }
        }
        return (place.x..<place.x + strip.columns).allSatisfy {
            frame.style(x: $0, y: place.y).attributes == .exactColors
        }
    }

    private mutating func show(_ strip: GraphicStrip, at place: Point) -> [UInt8] {
        shown[place] = strip
        return Self.way(to: place)
            + Self.command("a=p,i=\(Self.id(strip)),p=\(Self.id(place)),c=\(strip.columns),r=1,C=1")
    }

    /// Stores a strip. The oldest strips that are not on screen are deleted for it.
    private mutating func send(_ strip: GraphicStrip) -> [UInt8] {
        var bytes: [UInt8] = []
        while sentBytes + strip.bytes.count > Self.maxSent,
            let oldest = sent.firstIndex(where: { old in !shown.values.contains(old) })
        {
            let old = sent.remove(at: oldest)
            sentBytes -= old.bytes.count
            bytes += Self.command("a=d,d=I,i=\(Self.id(old))")
        }
        sent.append(strip)
        sentBytes += strip.bytes.count
        return bytes + Self.transmission(of: strip)
    }
}

// The escape sequences.
extension GraphicsLayer {
    /// Deletes all shown and stored pictures.
    static let deleteAll = command("a=d,d=A")

    /// Sends a strip in the largest chunks that the protocol allows, and requests no response.
    private static func transmission(of strip: GraphicStrip) -> [UInt8] {
        let text = Base64Text.encoded(strip.bytes)
        let piece = 4_096
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 64)
        let (width, height) = (strip.columns * strip.graphics.cell.width, strip.graphics.cell.height)
        var head = "a=t,f=24,s=\(width),v=\(height),i=\(id(strip)),"
        for start in stride(from: 0, to: text.count, by: piece) {
            let end = min(start + piece, text.count)
            bytes += Array("\u{1B}_G\(head)q=2,m=\(end < text.count ? 1 : 0);".utf8)
            bytes += text[start..<end]
            bytes += Array("\u{1B}\\".utf8)
            head = ""
        }
        return bytes
    }

    /// Returns sixels without a background. Pixels below the cells are unchanged.
    private static func sixels(of strip: GraphicStrip) -> [UInt8] {
        let (width, height) = (strip.columns * strip.graphics.cell.width, strip.graphics.cell.height)
        return Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8) + strip.bytes + Array("\u{1B}\\".utf8)
    }

    private static func command(_ keys: String) -> [UInt8] { Array("\u{1B}_G\(keys),q=2\u{1B}\\".utf8) }

    static func way(to place: Point) -> [UInt8] { Array("\u{1B}[\(place.y + 1);\(place.x + 1)H".utf8) }

    private static func id(_ strip: GraphicStrip) -> Int { strip.picture * GraphicStrip.maxRows + strip.row }

    /// The placement ID, which is unique for each cell.
    private static func id(_ place: Point) -> Int { place.y * 2_000 + place.x + 1 }
}
