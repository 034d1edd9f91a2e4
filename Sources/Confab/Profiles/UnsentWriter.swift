import Foundation
import ViewModels

/// Writes what was not sent to a file of its own, which nobody else can read and nothing overwrites.
struct UnsentWriter {
    let directory: String

    /// - Returns: the file's name, as in `unsent-2026-11-21T2146.txt`.
    func keep(_ text: String, at time: Date) throws(ProgramError) -> String {
        let first = "unsent-" + Self.minute(of: time)
        for number in 1...99 {
            let name = first + (number == 1 ? "" : "-\(number)") + ".txt"
            if try make(name, Array(text.utf8)) { return name }
        }
        throw .directory(path: directory, reason: .words("profiles.too-many-files", ["name": first]))
    }

    /// - Returns: whether there was no such file yet.
    private func make(_ name: String, _ content: [UInt8]) throws(ProgramError) -> Bool {
        let path = directory + "/" + name
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == EEXIST { return false }
        guard descriptor >= 0 else { throw .directory(path: path, reason: String(cString: strerror(errno))) }
        let isOnDisk = write(descriptor, content, content.count) == content.count && fsync(descriptor) == 0
        let problem = errno
        close(descriptor)
        guard isOnDisk else {
            unlink(path)
            throw .directory(path: path, reason: String(cString: strerror(problem)))
        }
        return true
    }

    private static func minute(of time: Date) -> String {
        var seconds = time_t(time.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H%M", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
