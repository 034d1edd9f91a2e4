import Glibc
import ViewModels

/// A chat as a page of HTML that runs nothing, loads nothing, and says what was said as text.
package enum ChatPage {
    package static func head(_ name: String) -> String {
        let title = escaped(DisplayText(sanitizing: name).string)
        return """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>body{font-family:sans-serif;max-width:50em}p{white-space:pre-wrap;margin:.2em 0}time{color:#777}</style>
            </head><body>
            <h1>\(title)</h1>
            """
    }

    package static let foot = "</body></html>"

    /// Of text that was sanitized.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// As in `2026-11-21T09:15:00Z`.
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
