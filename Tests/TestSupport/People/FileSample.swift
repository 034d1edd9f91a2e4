package import Foundation

/// Typical files with deterministic content.
package enum FileSample: String, CaseIterable, Sendable, CustomStringConvertible {
    case picture, voice, large

    /// The file name, with the extension of its type.
    package var name: String {
        switch self {
        case .picture: "kettle.png"
        case .voice: "message.ogg"
        case .large: "archive.bin"
        }
    }

    package var size: Int {
        switch self {
        case .picture: 2_345_678
        case .voice: 456_789
        case .large: 100_000_000
        }
    }

    package var description: String { rawValue }

    /// The content. It begins with the header of its type, and no two parts are equal.
    package var bytes: Data {
        var bytes = Data(count: size)
        bytes.withUnsafeMutableBytes { buffer in
            var state: UInt64 = 0x9E37_79B9_7F4A_7C15
            for place in stride(from: 0, to: buffer.count - 7, by: 8) {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                buffer.storeBytes(of: state, toByteOffset: place, as: UInt64.self)
            }
        }
        let start: [UInt8] =
            switch self {
            case .picture: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .voice: Array("OggS".utf8)
            case .large: []
            }
        bytes.replaceSubrange(0..<start.count, with: start)
        return bytes
    }

    /// Returns twenty positions in the middle, far from both ends.
    ///
    /// - Parameter most: The maximum position as a share of the file. Data before a cut is sent again.
    package func cuts(upTo most: Double = 0.9) -> [Int64] {
        (1...20).map { Int64(Double(size) * (0.05 + (most - 0.05) * Double($0) / 20)) }
    }

    /// The sizes of twenty pieces that are each transferred before a cut, if earlier data isn't lost.
    package var pieces: [Int64] { Array(repeating: Int64(size / 22), count: 20) }
}
