import MatrixAPI

/// The parsed text of a line.
package enum ComposedLine: Equatable {
    /// White space only.
    case nothing
    /// A command without its argument.
    case incomplete(SlashCommand)
    case unknownCommand(String)
    /// The line exceeds the size limit of an event by a number of bytes.
    case tooLong(by: Int)
    case command(SlashCommand, argument: String)
    case message(String, isEmote: Bool)

    /// The maximum size of a line's content in bytes.
    static let maximumBytes = Markdown.maximumBytes
    /// The same limit in an encrypted chat, where Base64 turns three bytes into four.
    private static let maximumSealedBytes = 44_000
    private static let emptyBytes = MessageContent.text(NamedText(""), isEmote: false).serialized.count

    static func maximumBytes(isEncrypted: Bool) -> Int { isEncrypted ? maximumSealedBytes : maximumBytes }

    /// The maximum size in bytes of a text without formatting: the limit minus the other fields of the content.
    package static func maximumTextBytes(isEncrypted: Bool) -> Int {
        maximumBytes(isEncrypted: isEncrypted) - emptyBytes
    }

    /// - Parameters:
    ///   - isConfirmed: whether the user confirmed that an unknown command is text.
    ///   - isEncrypted: whether the chat is encrypted.
    package init(text: String, isConfirmed: Bool, isEncrypted: Bool) {
        self = ComposedLine.parse(text, isConfirmed: isConfirmed)
        if case .message(let body, let isEmote) = self {
            let count = MessageContent.text(NamedText(body), isEmote: isEmote).serialized.count
            let excess = count - ComposedLine.maximumBytes(isEncrypted: isEncrypted)
            if excess > 0 { self = .tooLong(by: excess) }
        }
    }

    /// The text that would be parsed to a message.
    package static func typed(_ body: String, isEmote: Bool) -> String {
        if isEmote { return "/me \(body)" }
        return body.first == "/" ? "/" + body : body
    }

    /// Whether the text is a command that sends no message, and so works without permission to write.
    package static func isCommandThatSendsNothing(_ text: String) -> Bool {
        command(of: text).map { !$0.row.sendsMessage } ?? false
    }

    private static func command(of text: String) -> SlashCommand? {
        guard text.first == "/" else { return nil }
        return SlashCommand(rawValue: String(text.prefix { !$0.isWhitespace }.dropFirst()))
    }

    private static func parse(_ text: String, isConfirmed: Bool) -> ComposedLine {
        guard text.contains(where: { !$0.isWhitespace }) else { return .nothing }
        guard text.first == "/" else { return .message(text, isEmote: false) }
        if text.hasPrefix("//") { return .message(String(text.dropFirst()), isEmote: false) }
        let name = text.prefix { !$0.isWhitespace }
        let rest = text.dropFirst(name.count).drop { $0 == " " }
        guard let command = command(of: text) else {
            return isConfirmed ? .message(text, isEmote: false) : .unknownCommand(String(name))
        }
        if command.complaint != nil, rest.allSatisfy(\.isWhitespace) { return .incomplete(command) }
        return command == .me ? .message(String(rest), isEmote: true) : .command(command, argument: String(rest))
    }
}
