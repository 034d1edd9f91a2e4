import Foundation
import Logging

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
