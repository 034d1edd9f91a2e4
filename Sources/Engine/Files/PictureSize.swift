import Foundation

/// The size of a picture in pixels, read from the header of its file. The picture itself is not decoded.
struct PictureSize: Hashable, Sendable {
    let width: Int64
    let height: Int64

    /// The number of bytes to read. A JPEG may have an embedded thumbnail before its size.
    private static let headLength = 256 << 10
    private static let most: Int64 = 1 << 24

    /// Reads the size from a file, and may block. Returns `nil` for a file that is no PNG, GIF, WebP or JPEG.
    static func of(fileAt path: String) -> PictureSize? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        // The file was only read, so a failed close loses no data.
        defer { try? file.close() }
        return (try? file.read(upToCount: headLength)).flatMap { PictureSize(head: Array($0)) }
    }

    init?(head: [UInt8]) {
        guard let size = Self.png(head) ?? Self.gif(head) ?? Self.webP(head) ?? Self.jpeg(head),
            (1...Self.most).contains(size.0), (1...Self.most).contains(size.1)
        else { return nil }
        (width, height) = size
    }

    private static func png(_ head: [UInt8]) -> (Int64, Int64)? {
        guard head.count >= 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            head[12..<16].elementsEqual(Array("IHDR".utf8))
        else { return nil }
        return (number(head[16..<20]), number(head[20..<24]))
    }

    private static func gif(_ head: [UInt8]) -> (Int64, Int64)? {
        guard head.count >= 10, head.starts(with: Array("GIF8".utf8)) else { return nil }
        return (number(head[6..<8].reversed()), number(head[8..<10].reversed()))
    }

    private static func webP(_ head: [UInt8]) -> (Int64, Int64)? {
        guard head.count >= 30, head.starts(with: Array("RIFF".utf8)), head[8..<12].elementsEqual(Array("WEBP".utf8))
        else { return nil }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8X": return (number(head[24..<27].reversed()) + 1, number(head[27..<30].reversed()) + 1)
        case "VP8 ": return (number(head[26..<28].reversed()) & 0x3FFF, number(head[28..<30].reversed()) & 0x3FFF)
        case "VP8L":
            let bits = number(head[21..<25].reversed())
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    /// Walks the segments up to the frame header, which has the size.
    private static func jpeg(_ head: [UInt8]) -> (Int64, Int64)? {
        guard head.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= head.count, head[index] == 0xFF {
            let kind = head[index + 1]
            // Fill bytes may be repeated any number of times between segments.
            if kind == 0xFF {
                index += 1
                continue
            }
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
                return (number(head[index + 7..<index + 9]), number(head[index + 5..<index + 7]))
            }
            index += 2 + Int(max(2, number(head[index + 2..<index + 4])))
        }
        return nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
