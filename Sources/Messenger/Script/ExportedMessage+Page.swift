import Conversations
import MatrixClient
import ViewModels

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

    private static func figure(_ path: String, _ kind: ShownKind?) -> String {
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
            let key = reaction.key.shortened(to: MessageViewModelBuilder.longestSign)
            return "<span title=\"\(Self.line(names))\"><bdi>\(Self.line(key))</bdi>\(count)</span>"
        }
        return "<p class=\"signs\">\(signs.joined(separator: "  "))</p>"
    }

    /// The maximum length of a quote, in characters.
    private static let longestQuote = 200

    private static func line(_ text: String) -> String { DisplayText(sanitizing: text).string.escapedForHTML }

    private static func inLink(_ text: String) -> String { text.percentEncoded(keeping: [UInt8(ascii: "/")]) }
}
