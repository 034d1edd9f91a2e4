/// A response of a terminal to the graphics queries.
package enum GraphicsResponse: Hashable, Sendable {
    /// The terminal supports kitty's graphics protocol.
    case kitty
    /// The size of a cell in pixels (xterm, "CSI 16 t").
    case cell(Size)
    /// The maximum size of sixel graphics in pixels (xterm, "XTSMGRAPHICS").
    case area(Size)
    /// The numbers of the terminal's features (DEC, "DA1"). Any terminal sends this response, and sends it last.
    case attributes(Set<Int>)

    /// The number of the sixel feature.
    private static let sixels = 4

    /// Returns the format for a terminal that sent these responses; `nil` for text only. kitty's protocol is
    /// preferred, since it stores pictures.
    static func form(of answers: [GraphicsResponse]) -> TerminalGraphics.Form? {
        if answers.contains(.kitty) { return .kitty }
        let hasSixels = answers.contains {
            if case .attributes(let attributes) = $0 { attributes.contains(sixels) } else { false }
        }
        return hasSixels ? .sixel : nil
    }

    /// The starts of possible responses, with the last byte of their introducer. They are never typed.
    static let beginnings = ["_Gi=31", "[?", "[6;"].map { Array($0.utf8) }
    private static let most = 80

    /// - Parameter speaksKitty: whether to query kitty's protocol. Some terminals print sequences that they don't
    ///   know.
    static func question(speaksKitty: Bool) -> [UInt8] {
        let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return Array(((speaksKitty ? kitty : "") + "\u{1B}[16t\u{1B}[?2;1;0S\u{1B}[c").utf8)
    }

    /// Whether these bytes after `ESC [` may be the start of a response.
    static func isBegun(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, bytes.count <= most else { return false }
        return (first == UInt8(ascii: "?") || first == UInt8(ascii: "6"))
            && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    }

    /// Whether these bytes after `ESC _` may be the start of a response. They may include the start of its terminator.
    static func isText(_ bytes: [UInt8]) -> Bool {
        let known = Array("Gi=31".utf8)
        guard bytes.count <= most else { return false }
        return bytes.count > known.count ? bytes.starts(with: known) : known.starts(with: bytes)
    }

    /// - Returns: `nil` for other content.
    init?(_ sequence: ControlSequence) {
        guard sequence.intermediates.isEmpty else { return nil }
        let numbers = sequence.parameters.map { $0.first.flatMap(\.self) ?? 0 }
        switch (sequence.marker, sequence.final) {
        case (nil, UInt8(ascii: "t")) where numbers.count == 3 && numbers[0] == 6:
            guard let size = Self.size(width: numbers[2], height: numbers[1]) else { return nil }
            self = .cell(size)
        case (UInt8(ascii: "?"), UInt8(ascii: "S")) where numbers.count == 4 && numbers[0] == 2 && numbers[1] == 0:
            guard let size = Self.size(width: numbers[2], height: numbers[3]) else { return nil }
            self = .area(size)
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): self = .attributes(Set(numbers))
        default: return nil
        }
    }

    /// - Parameter text: the bytes between `ESC _` and its terminator.
    init?(text: [UInt8]) {
        guard text.starts(with: Array("Gi=31;OK".utf8)) else { return nil }
        self = .kitty
    }

    private static func size(width: Int, height: Int) -> Size? {
        (1...100_000).contains(width) && (1...100_000).contains(height) ? Size(width: width, height: height) : nil
    }
}
