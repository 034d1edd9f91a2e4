/// Passes emoji of several code points through ncurses, whose cells can't hold them. Each is replaced by a
/// placeholder character, and replaced back in the output.
struct EmojiPlaceholders {
    /// The placeholder, which may be any character of two columns.
    private static let base: Unicode.Scalar = "\u{3013}"
    private static let baseBytes = Array(String(base).utf8)
    /// Two variation selectors after it give the number of the emoji. Text never contains them: see
    /// ``TextWidth/drawable(_:)``.
    private static let firstSelector: UInt32 = 0xE0100
    private static let selectorCount = 240
    private static let selectorBytes = 4

    private var numbers: [String: Int] = [:]
    private var texts: [[UInt8]] = []

    /// - Returns: the content of the cell; `nil` if there were too many different emoji.
    mutating func standIn(for cluster: EmojiCluster) -> [UInt32]? {
        let number = numbers[cluster.text] ?? texts.count
        guard number < Self.selectorCount * Self.selectorCount else { return nil }
        if number == texts.count {
            numbers[cluster.text] = number
            texts.append(Array(cluster.text.utf8))
        }
        return [
            Self.base.value, Self.firstSelector + UInt32(number / Self.selectorCount),
            Self.firstSelector + UInt32(number % Self.selectorCount),
        ]
    }

    /// - Parameter bytes: complete code points in UTF-8.
    func replaced(in bytes: [UInt8]) -> [UInt8] {
        guard !texts.isEmpty, bytes.contains(0xF3) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let text = text(standingAt: index, in: bytes) {
                result += text
                index += Self.baseBytes.count + 2 * Self.selectorBytes
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private func text(standingAt index: Int, in bytes: [UInt8]) -> [UInt8]? {
        guard bytes[index...].starts(with: Self.baseBytes) else { return nil }
        let start = index + Self.baseBytes.count
        guard let high = Self.selector(at: start, in: bytes),
            let low = Self.selector(at: start + Self.selectorBytes, in: bytes)
        else { return nil }
        let number = high * Self.selectorCount + low
        return texts.indices.contains(number) ? texts[number] : nil
    }

    private static func selector(at index: Int, in bytes: [UInt8]) -> Int? {
        guard index + selectorBytes <= bytes.count, bytes[index] == 0xF3, bytes[index + 1] == 0xA0 else { return nil }
        let code = UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F) | 0xE0000
        let number = Int(code) - Int(firstSelector)
        return (0..<selectorCount).contains(number) ? number : nil
    }
}
