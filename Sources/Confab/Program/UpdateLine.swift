import Glibc
import ViewModels

/// Shows the progress of a database migration on the terminal before there is a screen.
final class UpdateLine {
    private let descriptor: Int32
    private let isSeen: Bool
    private var shown = ""

    /// - Parameters:
    ///   - descriptor: the file descriptor to write to.
    ///   - isSeen: whether it is a terminal. Otherwise nothing is written.
    init(descriptor: Int32, isSeen: Bool) {
        self.descriptor = descriptor
        self.isSeen = isSeen
    }

    convenience init() {
        self.init(descriptor: STDERR_FILENO, isSeen: isatty(STDERR_FILENO) == 1)
    }

    /// - Parameter part: the progress, 0…1.
    func tell(_ part: Double) {
        let text = String.words("storage.updating", ["percent": "\(Int(part * 100))"])
        guard isSeen, text != shown else { return }
        shown = text
        put("\r" + text)
    }

    /// Erases the line.
    func end() {
        if !shown.isEmpty { put("\r\u{1B}[K") }
        shown = ""
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        // A failed or short write is ignored: the line is only informative.
        _ = write(descriptor, bytes, bytes.count)
    }
}
