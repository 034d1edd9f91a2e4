/// Tests which emoji of several code points a terminal draws in two columns. Each sample is written to its own row,
/// and the cursor position after it is requested (DSR 6).
enum EmojiQuestion {
    /// The second row: in the first row, the answer would be the same bytes as the key F3.
    private static let firstRow = 1
    private static let samples: [(text: String, kind: EmojiCluster.Kinds)] = [
        ("👩‍❤\u{FE0F}‍💋‍👨", .joined), ("👍🏽", .toned), ("🏳\u{FE0F}‍🌈", .widened),
    ]

    /// The number of expected answers.
    static var count: Int { samples.count }

    /// Whether the samples fit on the screen.
    static func hasRoom(in size: Size) -> Bool { size.width >= 20 && size.height > firstRow + samples.count }

    static var bytes: [UInt8] {
        samples.enumerated().flatMap { row, sample in
            Array("\u{1B}[\(firstRow + row + 1);1H\(sample.text)\u{1B}[6n".utf8)
        }
    }

    /// - Parameter cursor: the reported position.
    /// - Returns: the kind of emoji that is drawn as a whole; `nil` if it is not, or if that row has no sample.
    static func answer(_ cursor: Point) -> EmojiCluster.Kinds? {
        let row = cursor.y - firstRow
        return cursor.x == 2 && samples.indices.contains(row) ? samples[row].kind : nil
    }
}
