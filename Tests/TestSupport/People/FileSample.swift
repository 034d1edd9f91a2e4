package import Foundation

/// Files as people send them, each byte known.
package enum FileSample: String, CaseIterable, Sendable, CustomStringConvertible {
    case picture, voice, large

    /// With the ending of its kind.
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

    /// It begins as its kind does, and no part of it is like another.
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

    /// Twenty places in the middle, far from both ends.
    ///
    /// - Parameter most: how far in, as a share of the file: what goes before a cut goes once more.
    package func cuts(upTo most: Double = 0.9) -> [Int64] {
        (1...20).map { Int64(Double(size) * (0.05 + (most - 0.05) * Double($0) / 20)) }
    }

    /// Twenty pieces of which each comes before its cut, where what came before isn't lost.
    package var pieces: [Int64] { Array(repeating: Int64(size / 22), count: 20) }
}
