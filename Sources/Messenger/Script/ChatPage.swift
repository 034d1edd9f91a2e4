import Glibc
import ViewModels

/// A chat as an HTML page. It runs no scripts, loads only the files beside it, and shows all messages as text.
package struct ChatPage {
    private let name: String
    private let hasFiles: Bool
    private let now: Int64
    /// The day of the previous message, as a day number.
    private var day: Int?

    /// - Parameters:
    ///   - hasFiles: whether there are files beside the page.
    ///   - now: the time in milliseconds since 1970.
    package init(_ name: String, hasFiles: Bool, now: Int64) {
        self.name = name
        self.hasFiles = hasFiles
        self.now = now
    }

    package var head: String {
        let title = DisplayText(sanitizing: name).string.escapedForHTML
        // Some browsers give a page no origin if it is opened as a file, so that `'self'` allows nothing.
        let files = hasFiles ? ["img", "media"].map { "; \($0)-src 'self'" + " file:" }.joined() : ""
        return """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            base-uri 'none'; form-action 'none'\(files)">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width">
            <title>\(title)</title>
            <style>
            \(Self.style)
            </style>
            </head><body>
            <h1>\(title)</h1>
            """
    }

    private static let style = String(decoding: PackageResources.export_css, as: UTF8.self)

    package static let foot = "</body></html>"

    /// Returns the HTML of a message, with a heading before the first message of a day.
    package mutating func part(_ message: ExportedMessage) -> String {
        let time = message.record.time
        let day = time > 0 ? TimeText.day(time) : self.day
        var heading = ""
        if time > 0, day != self.day {
            let words = TimeText(now: now, usesTwelveHours: false).longDay(time)
            heading = "<h2>\(words.escapedForHTML)</h2>\n"
        }
        self.day = day
        return heading + message.html
    }

    /// Returns a time such as `2026-11-21T09:15:00Z`.
    static func machineTime(_ time: Int64) -> String {
        var seconds = time_t(time / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        let (date, clock) = (numbers.prefix(2).joined(separator: "-"), numbers.dropFirst(2).joined(separator: ":"))
        return "\(parts.tm_year + 1900)-\(date)T\(clock)Z"
    }
}
