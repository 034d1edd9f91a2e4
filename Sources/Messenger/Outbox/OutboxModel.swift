import Conversations

/// The lines that were accepted and that no timeline shows yet, in order of acceptance.
@MainActor
final class OutboxModel {
    private(set) var lines: [OutboxLine] = []
    /// Lines that waited while the connection kept lines back.
    private var delayed: Set<String> = []
    /// What was withdrawn while the program runs, by chat, as it was typed, the last one first.
    private var withdrawn: [String: [String]] = [:]

    private static let withdrawnCount = 20

    func load(_ lines: [OutboxLine]) { self.lines = lines }

    func append(_ line: OutboxLine) {
        guard !lines.contains(where: { $0.id == line.id }) else { return }
        lines.append(line)
    }

    func setState(_ state: OutboxLine.State, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].state = state
        if case .failed = state { lines[index].mayHaveLeft = false }
        guard case .sent(let eventID) = state else { return }
        for index in lines.indices where lines[index].purpose.target == .line(id) {
            lines[index].purpose = lines[index].purpose.aimed(at: .event(eventID))
        }
    }

    /// The line says something else now, in its place.
    func replace(_ line: OutboxLine) {
        guard let index = lines.firstIndex(where: { $0.id == line.id }) else { return }
        lines[index] = line
    }

    func setMayHaveLeft(_ mayHaveLeft: Bool, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].mayHaveLeft = mayHaveLeft
    }

    /// - Parameter sent: how many bytes of its file went out; `nil` where none are on their way.
    func setUploaded(_ sent: Int64?, id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].file?.sent = sent
    }

    /// - Returns: those that were here.
    @discardableResult
    func remove(_ ids: [String]) -> [OutboxLine] {
        guard !ids.isEmpty else { return [] }
        let removed = lines.filter { ids.contains($0.id) }
        lines.removeAll { ids.contains($0.id) }
        return removed
    }

    func keepWithdrawn(_ words: String, chatID: String) {
        withdrawn[chatID] = Array(([words] + withdrawn[chatID, default: []]).prefix(Self.withdrawnCount))
    }

    /// What one typed in a chat and nobody has, the last one first.
    func unsentWords(chatID: String) -> [String] {
        let typed = lines(chatID: chatID).filter { $0.purpose == .message && $0.kind.isTyped }
        return withdrawn[chatID, default: []]
            + typed.reversed().map { ComposedLine.typed($0.body, isEmote: $0.isEmote) }
    }

    /// The chats of these lines.
    func chatIDs(of ids: [String]) -> Set<String> {
        Set(lines.lazy.filter { ids.contains($0.id) }.map(\.chatID))
    }

    /// The last line of each chat, by chat.
    var newestLines: [String: OutboxLine] { Dictionary(lines.map { ($0.chatID, $0) }) { _, last in last } }

    func lines(chatID: String) -> [OutboxLine] { lines.filter { $0.chatID == chatID } }

    var waitingCount: Int { lines.count { $0.state == .queued } }

    /// How many lines waited while the connection kept lines back and are not sent yet: until then nobody may think that they are.
    var delayedCount: Int { lines.count { $0.state == .queued && delayed.contains($0.id) } }

    /// The connection keeps all lines back that wait now.
    func noteDelay() { delayed = Set(lines.filter { $0.state == .queued }.map(\.id)) }

    var refusedCount: Int { lines.count(where: \.isRefused) }

    /// The newest line or change that was refused, of these.
    func newestRefusal(where isWanted: (OutboxLine) -> Bool) -> OutboxLine? {
        lines.last { $0.isRefused && isWanted($0) }
    }
}
