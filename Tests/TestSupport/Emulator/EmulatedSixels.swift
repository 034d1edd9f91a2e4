/// Parses sixels as a terminal does, after `DCS`.
package struct EmulatedSixels {
    package private(set) var width = 0
    package private(set) var height = 0
    private var pixels: [Int: EmulatedPixel] = [:]

    private static let stride = 100_000

    /// - Returns: `nil` if the bytes are no sixels.
    package init?(_ bytes: [UInt8]) {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "q")),
            bytes[..<start].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x3B })
        else { return nil }
        var rest = bytes[(start + 1)...]
        var colors: [Int: EmulatedPixel] = [:]
        var (x, band, color) = (0, 0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let numbers = Self.numbers(&rest)
                guard numbers.count == 4 else { return nil }
                (width, height) = (numbers[2], numbers[3])
            case UInt8(ascii: "#"):
                let numbers = Self.numbers(&rest)
                color = numbers[0]
                if numbers.count == 5 {
                    colors[color] = EmulatedPixel(
                        red: numbers[2] * 255 / 100, green: numbers[3] * 255 / 100, blue: numbers[4] * 255 / 100)
                }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, band) = (0, band + 1)
            case UInt8(ascii: "!"):
                let count = Self.numbers(&rest)[0]
                guard let sixel = rest.popFirst(), let pixel = colors[color] else { return nil }
                for _ in 0..<count { draw(sixel, pixel, &x, band) }
            case 0x3F...0x7E:
                guard let pixel = colors[color] else { return nil }
                draw(byte, pixel, &x, band)
            default: return nil
            }
        }
    }

    package subscript(x: Int, y: Int) -> EmulatedPixel? { pixels[y * Self.stride + x] }

    private mutating func draw(_ sixel: UInt8, _ pixel: EmulatedPixel, _ x: inout Int, _ band: Int) {
        for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
            pixels[(band * 6 + bit) * Self.stride + x] = pixel
            // Pixels beyond the declared size are shown as well.
            width = max(width, x + 1)
            height = max(height, band * 6 + bit + 1)
        }
        x += 1
    }

    private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
        var text = ""
        while let byte = rest.first, (0x30...0x39).contains(byte) || byte == 0x3B {
            text.unicodeScalars.append(Unicode.Scalar(byte))
            rest.removeFirst()
        }
        return text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }
}
