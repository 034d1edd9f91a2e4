import DurableFiles
import Foundation
import Logging
import Synchronization

/// The log in the state directory: two files of at most 5 MB.
final class FileLog: Sendable {
    private static let maximumSize: Int64 = 5_000_000

    private let path: String
    private let queue = DispatchQueue(label: "im.confab.log")
    /// The level from the environment.
    private let wanted: LogLevel?
    private let set = Mutex(LogLevel.info)

    init(path: String, environment: [String: String] = ProgramEnvironment.value) {
        self.path = path
        wanted = environment[LogLevel.variable].flatMap(LogLevel.init)
    }

    var level: LogLevel { wanted ?? set.withLock(\.self) }

    /// Sets the log level from the user's settings. A level in the environment takes precedence.
    func setLevel(_ level: LogLevel) {
        set.withLock { $0 = level }
    }

    func logger(label: String) -> Logger {
        Logger(label: label) { FileLogHandler(label: $0, log: self) }
    }

    /// Appends an entry as one line. Line breaks and control characters are written as `\u{a}`, since they could
    /// forge entries or control the reader's terminal.
    func append(_ entry: String) {
        let line = FileLog.oneLine(entry)
        queue.async { [path] in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            let bytes = Array((line + "\n").utf8)
            write(descriptor, bytes, bytes.count)
            var status = stat()
            let isFull = fstat(descriptor, &status) == 0 && status.st_size > FileLog.maximumSize
            close(descriptor)
            // A log that can't be renamed still takes entries.
            if isFull { try? DurableFile.rename(path, to: path + ".1") }
        }
    }

    /// Returns once all entries are written.
    func finish() {
        queue.sync {}
    }

    private static func oneLine(_ entry: String) -> String {
        var line = ""
        for scalar in entry.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

/// Writes log lines to a ``FileLog``.
struct FileLogHandler: LogHandler {
    let label: String
    let log: FileLog
    var metadata: Logger.Metadata = [:]
    /// The level of this logger, if it was set.
    private var ownLevel: Logger.Level?

    init(label: String, log: FileLog) {
        self.label = label
        self.log = log
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? log.level.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var time = time_t(Date().timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let length = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        let stamp = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        log.append("\(stamp) \(event.level) \(label): \(event.message)\(details)")
    }
}
