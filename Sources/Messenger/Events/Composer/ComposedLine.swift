import MatrixAPI

/// What a person's text asks for.
enum ComposedLine: Equatable {
    /// White space alone.
    case nothing
    /// A command without what it needs, and what that is.
    case incomplete(String)
    case unknownCommand(String)
    /// More than an event may hold.
    case tooLong
    case quit
    case message(String, isEmote: Bool)

    /// How many bytes of content a line may have (protocol.md, "Limits").
    static let maximumBytes = 60_000

    /// - Parameter isConfirmed: whether an unknown command is meant as text.
    init(text: String, isConfirmed: Bool) {
        self = ComposedLine.parse(text, isConfirmed: isConfirmed)
        if case .message(let body, let isEmote) = self,
            MessageContent.text(body, isEmote: isEmote).serialized.count > ComposedLine.maximumBytes
        {
            self = .tooLong
        }
    }

    private static func parse(_ text: String, isConfirmed: Bool) -> ComposedLine {
        guard text.contains(where: { !$0.isWhitespace }) else { return .nothing }
        guard text.first == "/" else { return .message(text, isEmote: false) }
        if text.hasPrefix("//") { return .message(String(text.dropFirst()), isEmote: false) }
        let name = text.prefix { !$0.isWhitespace }
        let rest = text.dropFirst(name.count).drop { $0 == " " }
        switch name {
        case "/me":
            let isEmpty = rest.allSatisfy(\.isWhitespace)
            return isEmpty
                ? .incomplete("/me says what you do: as in /me waves.") : .message(String(rest), isEmote: true)
        case "/quit":
            return .quit
        default:
            return isConfirmed ? .message(text, isEmote: false) : .unknownCommand(String(name))
        }
    }
}
