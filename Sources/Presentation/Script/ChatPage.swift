import Conversations
import Engine
import Glibc
import MatrixAPI
import Messenger
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

extension ExportedMessage {
    /// The HTML of the message, as a part of ``ChatPage``.
    var html: String {
        let record = record
        let person = Self.line(record.name)
        let clock = TimeText(now: record.time, usesTwelveHours: false).clock(record.time)
        let moment =
            record.time > 0 ? "<time datetime=\"\(ChatPage.machineTime(record.time))\">\(clock)</time> " : ""
        let mark = record.mark.isEmpty ? "" : "<span class=\"mark\">\(record.mark.escapedForHTML)</span>"
        let said = DisplayText(sanitizingLines: record.whole).string.escapedForHTML
        let star = record.kind == .emote ? "* " : ""
        return "<div id=\"\(Self.line(record.eventID ?? ""))\">\(quote)"
            + "<p>\(moment)\(star)<b title=\"\(Self.line(record.sender))\"><bdi>\(person)</bdi></b> \(said)\(mark)</p>"
            + "\(figure)\(signs)</div>"
    }

    private var quote: String {
        guard let replyTo = record.replyTo, let quoted else { return "" }
        let text = quoted.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return "<blockquote><a href=\"#\(Self.inLink(replyTo))\">\(Self.line(quoted.name))</a> "
            + "\(Self.line(String(text.prefix(Self.longestQuote))))</blockquote>"
    }

    private var figure: String {
        switch file?.place {
        case .saved(let path, let kind)?: Self.figure(path, kind)
        case .missing(let reason)?: "<figure class=\"mark\">\(Self.line(reason))</figure>"
        case .nowhere?, nil: ""
        }
    }

    private static func figure(_ path: String, _ kind: OpenableFileKind?) -> String {
        let (address, name) = (inLink(path), line(path))
        let link = "<a href=\"\(address)\">\(name)</a>"
        return switch kind {
        case .png, .jpg, .gif, .webp, .bmp, .avif:
            "<figure><img src=\"\(address)\" alt=\"\(name)\" loading=\"lazy\"><br>\(link)</figure>"
        case .mp3, .ogg, .flac, .wav, .m4a: "<figure><audio controls src=\"\(address)\"></audio><br>\(link)</figure>"
        case .mp4, .mkv: "<figure><video controls src=\"\(address)\"></video><br>\(link)</figure>"
        case .tiff, .heic, .pdf, .avi, .odt, .ods, .odp, .txt: "<figure>\(link)</figure>"
        // There is no link, because a click might run the file.
        case nil: "<figure>\(name)</figure>"
        }
    }

    private var signs: String {
        guard !reactions.isEmpty else { return "" }
        let signs = reactions.map { reaction in
            let names = reaction.givers.map { givers[$0.userID] ?? $0.userID }.joined(separator: ", ")
            let count = reaction.count > 1 ? " \(reaction.count)" : ""
            let key = reaction.key.shortened(to: ReactionRowText.longestSign)
            return "<span title=\"\(Self.line(names))\"><bdi>\(Self.line(key))</bdi>\(count)</span>"
        }
        return "<p class=\"signs\">\(signs.joined(separator: "  "))</p>"
    }

    /// The maximum length of a quote, in characters.
    private static let longestQuote = 200

    private static func line(_ text: String) -> String { DisplayText(sanitizing: text).string.escapedForHTML }

    private static func inLink(_ text: String) -> String { text.percentEncoded(keeping: [UInt8(ascii: "/")]) }
}
