import ViewModels

/// A message as it is read aloud: sender, time and text. Each line shows that it is part of a message.
struct SpokenMessage {
    let message: MessageViewModel
    /// A warning about the sender; empty if there is none.
    var remark = DisplayText.empty

    /// The most characters of a message that are quoted in an announcement about it.
    private static let longestPart = 60
    private static let longestName = 60

    /// The spoken lines, a line for each line of the message.
    var lines: [DisplayText] {
        let texts = texts
        var lines = [first(texts.first ?? .empty)]
        for (number, text) in texts.enumerated().dropFirst() {
            // Each line has the name, since a screen reader may not read a mark at the start of a line.
            lines.append(
                .words("linear.next-line", ["name": speaker.string, "number": "\(number + 1)", "text": text.string]))
        }
        if !message.reactions.isEmpty { lines.append(.words("linear.signs", ["signs": signs])) }
        if !message.thread.isEmpty { lines.append(.words("linear.thread", ["thread": message.thread.string])) }
        if !remark.isEmpty { lines.append(.words("linear.caution", ["remark": remark.string])) }
        return lines
    }

    /// The announcement of an edited text.
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

    /// The name at the start of a line.
    private var speaker: DisplayText {
        guard message.isOwn, let first = name.string.first else { return name }
        return DisplayText(sanitizing: first.uppercased() + name.string.dropFirst())
    }

    /// The sender's name, quoted if it could be mistaken for the start of another kind of line.
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

    /// The start of the text, by which an announcement refers to the message.
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

/// The rows that were read aloud recently, at least the last 5,000.
struct SpokenRows {
    private var rows: Set<ChatRowID> = []
    /// The previous generation of rows, dropped once the current one is full.
    private var older: Set<ChatRowID> = []

    private static let most = 5_000

    func contains(_ row: ChatRowID) -> Bool { rows.contains(row) || older.contains(row) }

    mutating func add(_ row: ChatRowID) {
        rows.insert(row)
        guard rows.count >= Self.most else { return }
        (older, rows) = (rows, [])
    }
}
