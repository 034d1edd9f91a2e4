import Glibc

/// A file that is read line by line, a part of it in memory at a time. It blocks.
final class LineFile {
    struct Line {
        /// From 1.
        let number: Int
        /// Without its end; `nil` where it is too long, and passed over.
        let bytes: [UInt8]?
    }

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var number = 0
    private var isAtEnd = false

    /// In bytes. No event is larger than 64 kB, of which each may be written as six.
    static let longestLine = 1 << 20
    private static let pieceLength = 1 << 16

    init(path: String) throws(ImportFailure) {
        self.path = path
        // A pipe would keep whoever opens it waiting.
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

    /// `nil` at the end.
    func next() throws(ImportFailure) -> Line? {
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

    private func fill() throws(ImportFailure) {
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        var count = read(descriptor, &piece, piece.count)
        while count < 0, errno == EINTR { count = read(descriptor, &piece, piece.count) }
        guard count >= 0 else { throw .file(path: path, code: errno) }
        isAtEnd = count == 0
        buffer += piece.prefix(count)
    }
}
