import Glibc

/// Reads a file line by line with limited memory. It blocks.
final class LineFile {
    struct Line {
        /// The line number, from 1.
        let number: Int
        /// The line without its line break; `nil` if it is too long and was skipped.
        let bytes: [UInt8]?
    }

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var number = 0
    private var isAtEnd = false

    /// The maximum length in bytes. An event has at most 64 kB, and JSON may escape each byte with six.
    static let longestLine = 1 << 20
    private static let pieceLength = 1 << 16

    init(path: String) throws(ImportError) {
        self.path = path
        // Without `O_NONBLOCK`, opening a pipe would block.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .file(path: path, code: about.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next line; `nil` at the end.
    func next() throws(ImportError) -> Line? {
        var isTooLong = false
        var scanned = start
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(buffer[start..<end], isTooLong: isTooLong)
            }
            if isAtEnd {
                guard start < buffer.count || isTooLong else { return nil }
                defer { start = buffer.count }
                return line(buffer[start...], isTooLong: isTooLong)
            }
            if buffer.count - start > Self.longestLine {
                isTooLong = true
                start = buffer.count
            }
            buffer.removeFirst(start)
            (start, scanned) = (0, buffer.count)
            try fill()
        }
    }

    private func line(_ bytes: ArraySlice<UInt8>, isTooLong: Bool) -> Line {
        number += 1
        let isLong = isTooLong || bytes.count > Self.longestLine
        return Line(number: number, bytes: isLong ? nil : Array(bytes))
    }

    private func fill() throws(ImportError) {
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        var count = read(descriptor, &piece, piece.count)
        while count < 0, errno == EINTR { count = read(descriptor, &piece, piece.count) }
        guard count >= 0 else { throw .file(path: path, code: errno) }
        isAtEnd = count == 0
        buffer += piece.prefix(count)
    }
}
