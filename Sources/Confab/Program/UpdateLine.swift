import Glibc
import ViewModels

/// Says on the terminal how far a database of an earlier version is brought to the newest shape, before there is a screen.
final class UpdateLine {
    private let descriptor: Int32
    private let isSeen: Bool
    private var shown = ""

    /// - Parameters:
    ///   - descriptor: where it is written.
    ///   - isSeen: whether a person sees it; nothing is written else.
    init(descriptor: Int32, isSeen: Bool) {
        self.descriptor = descriptor
        self.isSeen = isSeen
    }

    convenience init() {
        self.init(descriptor: STDERR_FILENO, isSeen: isatty(STDERR_FILENO) == 1)
    }

    /// - Parameter part: how much is done, 0…1.
    func tell(_ part: Double) {
        let text = String.words("storage.updating", ["percent": "\(Int(part * 100))"])
        guard isSeen, text != shown else { return }
        shown = text
        put("\r" + text)
    }

    /// Leaves the terminal as it was.
    func end() {
        if !shown.isEmpty { put("\r\u{1B}[K") }
        shown = ""
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        // What can't be said is not waited for.
        _ = write(descriptor, bytes, bytes.count)
    }
}
