/// What a terminal answers that was asked where its cursor is, from the second row on: `ESC [ row ; column R`.
enum CursorAnswer {
    /// How those of the rows that are asked for begin, with the last byte of the introducer: nobody types that.
    static let beginnings = (2...9).map { Array("[\($0);".utf8) }
    private static let most = 12

    /// Whether these bytes behind `ESC [` may be the beginning of one.
    static func isBegun(_ bytes: [UInt8]) -> Bool {
        bytes.count <= most && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    }

    /// Column and row from 0; `nil` where it is something else: in the first row it would be a key.
    static func position(_ sequence: ControlSequence) -> Point? {
        guard sequence.final == UInt8(ascii: "R"), sequence.marker == nil, sequence.intermediates.isEmpty,
            sequence.parameters.count == 2, let row = sequence.number(0), let column = sequence.number(1),
            row > 1, column > 0
        else { return nil }
        return Point(x: column - 1, y: row - 1)
    }
}
