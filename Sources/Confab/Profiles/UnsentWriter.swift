import DurableFiles
import Foundation
import ViewModels

/// Writes unsent messages to a new file that only this user can read. Existing files are not overwritten.
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

    /// - Returns: whether the file did not exist before.
    private func make(_ name: String, _ content: [UInt8]) throws(ProgramError) -> Bool {
        let path = directory + "/" + name
        do throws(DurableFileError) {
            try DurableFile.create(path, content)
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw .directory(path: path, reason: error.reason)
        }
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
