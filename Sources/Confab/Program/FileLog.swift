import Foundation
import Logging

/// The log in the state directory: two files of at most 5 MB.
final class FileLog: Sendable {
    private static let maximumSize: Int64 = 5_000_000

    private let path: String
    private let queue = DispatchQueue(label: "im.confab.log")

    init(path: String) {
        self.path = path
    }

    func logger(label: String) -> Logger {
        Logger(label: label) { FileLogHandler(label: $0, log: self) }
    }

    func append(_ line: String) {
        queue.async { [path] in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            let bytes = Array((line + "\n").utf8)
            write(descriptor, bytes, bytes.count)
            var status = stat()
            let isFull = fstat(descriptor, &status) == 0 && status.st_size > FileLog.maximumSize
            close(descriptor)
            if isFull { rename(path, path + ".1") }
        }
    }
}
