import ViewModels

/// A message as it is read aloud: who, when, and what, so that each line tells by itself that somebody said it.
struct SpokenMessage {
    let message: MessageViewModel
    /// What is to be known of whom it is from; empty where there is nothing.
    var remark = DisplayText.empty

    /// How much of a line that is spoken of is repeated, in characters.
    private static let longestPart = 60
    private static let longestName = 60

    /// One line for each of its own.
    var lines: [DisplayText] {
        let texts = texts
        var lines = [first(texts.first ?? .empty)]
        for (number, text) in texts.enumerated().dropFirst() {
            // Said of each, as no mark before a line is sure to be heard.
            lines.append(
                .words("linear.next-line", ["name": speaker.string, "number": "\(number + 1)", "text": text.string]))
        }
        if !message.reactions.isEmpty { lines.append(.words("linear.signs", ["signs": signs])) }
        if !message.thread.isEmpty { lines.append(.words("linear.thread", ["thread": message.thread.string])) }
        if !remark.isEmpty { lines.append(.words("linear.caution", ["remark": remark.string])) }
        return lines
    }

    /// What it says by now, where that is other than it was.
    var changed: [DisplayText] {
        let texts = texts
        let start = DisplayText.words(
            "linear.says-now",
            ["name": speaker.string, "time": message.time.string, "text": (texts.first ?? .empty).string])
        return [start]
            + texts.enumerated().dropFirst().map { number, text in
                .words("linear.next-line", ["name": speaker.string, "number": "\(number + 1)", "text": text.string])
            }
    }

    var signsChanged: DisplayText {
        message.reactions.isEmpty
            ? .words("linear.no-signs", ["text": part, "name": name.string])
            : .words("linear.signs-now", ["text": part, "name": name.string, "signs": signs])
    }

    /// As it begins a line.
    private var speaker: DisplayText {
        guard message.isOwn, let first = name.string.first else { return name }
        return DisplayText(sanitizing: first.uppercased() + name.string.dropFirst())
    }

    /// A name that could be taken for the beginning of another kind of line stands in quotation marks.
    var name: DisplayText {
        if message.isOwn { return .words("linear.you") }
        return Self.plain(message.sender)
    }

    static func plain(_ name: DisplayText) -> DisplayText {
        let short = name.shortened(to: longestName)
        let isOnesOwn = short.string.lowercased() == String.words("linear.you").lowercased()
        let isPlain = !isOnesOwn && !short.string.contains(": ") && !short.string.hasSuffix(":") && !short.isEmpty
        return isPlain ? short : .words("linear.quoted", ["text": short.string])
    }

    /// By which it is known when it is spoken of.
    var part: String { DisplayText(sanitizingLines: message.text.string).shortened(to: Self.longestPart).string }

    private var signs: String { message.reactions.map(\.string).joined(separator: ", ") }

    private var texts: [DisplayText] {
        message.wholeText.split(whereSeparator: \.isNewline).map { DisplayText(sanitizing: String($0)) }
            .filter { !$0.string.allSatisfy(\.isWhitespace) }
    }

    private func first(_ text: DisplayText) -> DisplayText {
        let (name, time) = (speaker.string, message.time.string)
        if message.kind == .emote { return .words("linear.emote", ["time": time, "name": name, "text": text.string]) }
        guard message.quote.isEmpty else {
            let quote = message.quote.shortened(to: Self.longestPart).string
            return .words("linear.answer", ["name": name, "time": time, "quote": quote, "text": text.string])
        }
        guard message.isMention else {
            return .words("linear.message", ["name": name, "time": time, "text": text.string])
        }
        return .words("linear.mention", ["name": name, "time": time, "text": text.string])
    }
}
