package import Conversations
import Engine

/// Requests for lines in the outbox.
package enum OutboxRequestEvent: RoutedEvent {
    /// Withdraws a line, so that it isn't sent.
    case withdrawing(id: String, chatID: String)
    /// Retries a refused line with the same transaction ID.
    case resending(id: String, chatID: String)
    /// Sends lines encrypted although the chat's encryption state is missing.
    case sendingWithoutState(chatID: String)
    /// A request can't be fulfilled. The notice appears in the chat or thread where the user made the request, whose
    /// key is that of a draft.
    case refused(ComposerNotice, place: String)
}

extension OutboxLine {
    /// Whether the server has not confirmed the line yet.
    package var isUnsent: Bool {
        switch state {
        case .queued, .failed: true
        case .sent: false
        }
    }
}

/// The accepted lines that no timeline shows yet, in the order of acceptance.
package struct OutboxModel {
    /// The newest lines of each chat.
    package struct NewestLines: Equatable {
        /// The newest message of each chat.
        package fileprivate(set) var said: [String: OutboxLine] = [:]
        /// The newest message or change of each chat that the server refused.
        package fileprivate(set) var refused: [String: OutboxLine] = [:]

        fileprivate init(_ lines: [OutboxLine] = []) {
            for line in lines.reversed() {
                if line.purpose == .message, said[line.chatID] == nil { said[line.chatID] = line }
                if line.isRefused, refused[line.chatID] == nil { refused[line.chatID] = line }
            }
        }
    }

    package private(set) var lines: [OutboxLine] = [] {
        didSet { newest = NewestLines(lines) }
    }
    package private(set) var newest = NewestLines()
    /// The lines that waited while the connection was down.
    private var delayed: Set<String> = []
    /// The texts of lines that were withdrawn while the program runs, by chat, the latest first.
    private var withdrawn: [String: [String]] = [:]

    private static let withdrawnCount = 20

    mutating func load(_ lines: [OutboxLine]) { self.lines = lines }

    mutating func append(_ line: OutboxLine) {
        guard !lines.contains(where: { $0.id == line.id }) else { return }
        lines.append(line)
    }

    mutating func setState(_ state: OutboxLine.State, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].state = state
        if case .failed = state { lines[index].mayHaveLeft = false }
        guard case .sent(let eventID) = state else { return }
        for index in lines.indices where lines[index].purpose.target == .line(id) {
            lines[index].purpose = lines[index].purpose.aimed(at: .event(eventID))
        }
    }

    /// Replaces a line in place, with its new content.
    mutating func replace(_ line: OutboxLine) {
        guard let index = lines.firstIndex(where: { $0.id == line.id }) else { return }
        lines[index] = line
    }

    mutating func setMayHaveLeft(_ mayHaveLeft: Bool, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].mayHaveLeft = mayHaveLeft
    }

    /// - Parameter sent: the number of uploaded bytes of its file; `nil` if no upload is running.
    mutating func setUploaded(_ sent: Int64?, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].file?.sent = sent
    }

    /// - Returns: the removed lines.
    @discardableResult
    mutating func remove(_ ids: [String]) -> [OutboxLine] {
        guard !ids.isEmpty else { return [] }
        let removed = lines.filter { ids.contains($0.id) }
        lines.removeAll { ids.contains($0.id) }
        return removed
    }

    mutating func keepWithdrawn(_ words: String, chatID: String) {
        withdrawn[chatID] = Array(([words] + withdrawn[chatID, default: []]).prefix(Self.withdrawnCount))
    }

    /// Returns the unsent and withdrawn texts of a chat, the latest first.
    func unsentWords(chatID: String) -> [String] {
        let typed = lines(chatID: chatID).filter { $0.purpose == .message && $0.kind.isTyped }
        return withdrawn[chatID, default: []]
            + typed.reversed().map { ComposedLine.typed($0.body, isEmote: $0.isEmote) }
    }

    /// Returns the chats of these lines.
    func chatIDs(of ids: [String]) -> Set<String> {
        Set(lines.lazy.filter { ids.contains($0.id) }.map(\.chatID))
    }

    /// The last line of each chat, by chat ID.
    package var newestLines: [String: OutboxLine] { Dictionary(lines.map { ($0.chatID, $0) }) { _, last in last } }

    package func lines(chatID: String) -> [OutboxLine] { lines.filter { $0.chatID == chatID } }

    package var waitingCount: Int { lines.count { $0.state == .queued } }

    /// The number of lines that waited for the connection and aren't sent yet. The user has to see that they aren't.
    package var delayedCount: Int { lines.count { $0.state == .queued && delayed.contains($0.id) } }

    /// Marks all queued lines as delayed by the connection.
    mutating func noteDelay() { delayed = Set(lines.filter { $0.state == .queued }.map(\.id)) }

    package var refusedCount: Int { lines.count(where: \.isRefused) }

    /// Returns the newest refused line or change among the wanted ones.
    func newestRefusal(where isWanted: (OutboxLine) -> Bool) -> OutboxLine? {
        lines.last { $0.isRefused && isWanted($0) }
    }
}
