import Glibc
import NIOPosix

/// Detects pictures that can't move, regardless of their declared type.
enum StillPicture {
    private static let startLength = 64 << 10

    static func isStill(_ path: String) async throws -> Bool {
        try await NIOThreadPool.singleton.runIfActive {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw FileFailure.describe("open") }
            defer { close(file) }
            let start = [UInt8](unsafeUninitializedCapacity: startLength) { buffer, count in
                count = max(0, read(file, buffer.baseAddress, startLength))
            }
            return isStill(start)
        }
    }

    /// - Parameter start: The first bytes, as many as there are or enough.
    static func isStill(_ start: [UInt8]) -> Bool {
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
        guard start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return false }
        // An animation has its chunk before its first picture (PNG, third edition, 5.6).
        var place = 8
        while place + 8 <= start.count {
            let name = start[(place + 4)..<(place + 8)]
            if name.elementsEqual("IDAT".utf8) { return true }
            if name.elementsEqual("acTL".utf8) { return false }
            place += 12 + start[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        return false
    }
}
