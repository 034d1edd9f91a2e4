/// Validates a row of cells in sixels from an untrusted process. It goes to a terminal unchanged, so anything but
/// colors and pixels within its own cells is refused (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
struct SixelRow {
    /// The width in pixels.
    let width: Int
    /// The height in bands of six pixels.
    let bands: Int

    private static let maxNumber = 9_999
    private static let colors = 0...255
    /// Percents of red, green and blue.
    private static let parts = 0...100

    /// - Returns: The bytes; `nil` if they are invalid.
    func checked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes
        // A new line separates bands; after the last band it would begin an empty one.
        while rest.last == UInt8(ascii: "-") { rest.removeLast() }
        let result = Array(rest)
        guard !result.isEmpty else { return nil }
        var (x, band) = (0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                guard isColor(&rest) else { return nil }
            case UInt8(ascii: "$"):
                x = 0
            case UInt8(ascii: "-"):
                (x, band) = (0, band + 1)
                guard band < bands else { return nil }
            case UInt8(ascii: "!"):
                guard let count = Self.number(&rest), count > 0, let next = rest.popFirst(), Self.isSixel(next) else {
                    return nil
                }
                x += count
            case _ where Self.isSixel(byte):
                x += 1
            default:
                return nil
            }
            guard x <= width else { return nil }
        }
        return result
    }

    private func isColor(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let color = Self.number(&rest), Self.colors.contains(color) else { return false }
        guard rest.first == UInt8(ascii: ";") else { return true }
        var numbers: [Int] = []
        while rest.first == UInt8(ascii: ";") {
            rest.removeFirst()
            guard let number = Self.number(&rest) else { return false }
            numbers.append(number)
        }
        // 2: red, green and blue follow.
        return numbers.count == 4 && numbers[0] == 2 && numbers.dropFirst().allSatisfy(Self.parts.contains)
    }

    private static func isSixel(_ byte: UInt8) -> Bool { (UInt8(ascii: "?")...UInt8(ascii: "~")).contains(byte) }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var value: Int?
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            value = (value ?? 0) * 10 + Int(byte - 0x30)
            if value ?? 0 > maxNumber { return nil }
            rest.removeFirst()
        }
        return value
    }
}
