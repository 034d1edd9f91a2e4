/// Asks a terminal which emoji of several code points it draws in two columns: each is put into a row of its own, and
/// where the cursor stands behind it is asked (DSR 6).
enum EmojiQuestion {
    /// From the second row on: in the first an answer would be the key F3.
    private static let firstRow = 1
    private static let samples: [(text: String, kind: EmojiCluster.Kinds)] = [
        ("👩‍❤\u{FE0F}‍💋‍👨", .joined), ("👍🏽", .toned), ("🏳\u{FE0F}‍🌈", .widened),
    ]

    /// How many answers come.
    static var count: Int { samples.count }

    /// Where all of it has room.
    static func hasRoom(in size: Size) -> Bool { size.width >= 20 && size.height > firstRow + samples.count }

    static var bytes: [UInt8] {
        samples.enumerated().flatMap { row, sample in
            Array("\u{1B}[\(firstRow + row + 1);1H\(sample.text)\u{1B}[6n".utf8)
        }
    }

    /// - Parameter cursor: as the terminal told it.
    /// - Returns: what it draws whole; `nil` where it doesn't, or was asked nothing there.
    static func answer(_ cursor: Point) -> EmojiCluster.Kinds? {
        let row = cursor.y - firstRow
        return cursor.x == 2 && samples.indices.contains(row) ? samples[row].kind : nil
    }
}
