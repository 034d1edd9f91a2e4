/// Generated picture files, both valid and malicious.
package enum PictureFile {
    /// Returns a PNG with the colors that `color` returns for each pixel.
    package static func png(
        width: Int, height: Int, color: (_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8)
    ) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                rows += [red, green, blue]
            }
        }
        return png(header: header(width, height, colors: 2), data: stored(rows))
    }

    /// Returns four quarters: red and green above blue and white.
    package static func quarters(width: Int, height: Int) -> [UInt8] {
        png(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (255, 0, 0)
            case (false, true): (0, 255, 0)
            case (true, false): (0, 0, 255)
            case (false, false): (255, 255, 255)
            }
        }
    }

    /// Returns random colors that can't be compressed, like those of a photo, with about 3 bytes for each pixel.
    package static func noise(width: Int, height: Int) -> [UInt8] {
        var state: UInt32 = 1
        func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return png(width: width, height: height) { _, _ in (next(), next(), next()) }
    }

    /// Returns a fully transparent picture.
    package static func glass(width: Int, height: Int) -> [UInt8] {
        let row = [UInt8](repeating: 0, count: 1 + 4 * width)
        return png(header: header(width, height, colors: 6), data: stored((0..<height).flatMap { _ in row }))
    }

    /// Returns a picture that declares this size, and has almost no data.
    package static func claim(width: Int, height: Int) -> [UInt8] {
        png(header: header(width, height, colors: 2), data: stored([0, 0, 0, 0]))
    }

    /// Returns a black picture, which is a hundred times larger in memory than as a file.
    package static func bomb(width: Int, height: Int) -> [UInt8] {
        png(header: header(width, height, colors: 2), data: zeros((1 + 3 * width) * height))
    }

    /// Returns a small picture with a comment that is a hundred times larger in memory.
    package static func comment(bytes: Int) -> [UInt8] {
        var file = quarters(width: 8, height: 8)
        file.insert(contentsOf: chunk("zTXt", Array("Comment\0\0".utf8) + zeros(bytes)), at: 33)
        return file
    }

    /// A GIF with one pixel.
    package static let gif: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2]
        + [0x44, 1, 0, 0x3B]

    /// Returns the same JPEG with an Exif orientation that turns it by 90 degrees.
    package static func turned(_ jpeg: [UInt8]) -> [UInt8] {
        let exif: [UInt8] =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
    }

    private static func png(header: [UInt8], data: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    private static func header(_ width: Int, _ height: Int, colors: UInt8) -> [UInt8] {
        word(width) + word(height) + [8, colors, 0, 0, 0]
    }

    private static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + bytes
        return word(bytes.count) + named + word(Int(checksum(named)))
    }

    /// Returns an uncompressed zlib stream.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 0xFFFF)
            let count = end - start
            let low = UInt8(truncatingIfNeeded: count)
            let high = UInt8(truncatingIfNeeded: count >> 8)
            result += [end == bytes.count ? 1 : 0, low, high, ~low, ~high]
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (one, two): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            one = (one + UInt32(byte)) % 65_521
            two = (two + one) % 65_521
        }
        return result + word(Int(two << 16 | one))
    }

    /// Returns a zlib stream of zeros: one literal zero, then repeated copies of the previous 258 bytes.
    private static func zeros(_ count: Int) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var (bits, filled): (UInt64, UInt64) = (0, 0)
        func add(_ value: UInt64, _ length: UInt64) {
            bits |= value << filled
            filled += length
            while filled >= 8 {
                result.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                filled -= 8
            }
        }
        // The last block, with the fixed codes. Codes begin with their first bit.
        add(0b011, 3)
        let literal: UInt64 = 0b0000_1100
        let repetition: UInt64 = 0b1010_0011
        add(literal, 8)
        var rest = count - 1
        while rest >= 258 {
            add(repetition, 8)
            add(0, 5)
            rest -= 258
        }
        for _ in 0..<rest { add(literal, 8) }
        add(0, 7)
        if filled > 0 { add(0, 8 - filled) }
        let two = UInt32(count % 65_521)
        return result + word(Int(two << 16 | 1))
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
