import Conversations
import Dispatch
import ViewModels

/// Looks for what can stand in place of what is being typed. A room of ten thousand must not hold up the keys.
@MainActor
final class CompletionEndpoint {
    private let queue: EventQueue
    /// For rooms of many people.
    private let worker = DispatchQueue(label: "im.confab.completion")

    init(queue: EventQueue) {
        self.queue = queue
    }

    /// - Parameters:
    ///   - members: of the open chat, by Matrix ID.
    ///   - window: of its messages, since who spoke last is meant first.
    func find(_ query: CompletionQuery, members: [String: ChatMember], window: MessageWindow, ownUserID: String) {
        let people = query.wantsPeople ? people(members, window, but: ownUserID) : []
        let search = CompletionSearch(text: query.text)
        guard people.count > Self.fewPeople else {
            // The next key may be the Tab that takes what is found.
            let found =
                switch query.kind {
                case .name: search.names(among: people)
                case .person: search.people(among: people)
                case .emoji: search.emoji()
                case .command: search.commands()
                case .spelling: [CompletionCandidate]()
                }
            return queue.post(CompletionEvent.found(query, found))
        }
        worker.async { [queue] in
            let found = query.kind == .name ? search.names(among: people) : search.people(among: people)
            Task { await queue.post(CompletionEvent.found(query, found)) }
        }
    }

    /// Among so many one is found before the next frame.
    private static let fewPeople = 500

    /// Who spoke last comes first, then all others by name.
    private func people(
        _ members: [String: ChatMember], _ window: MessageWindow, but ownUserID: String
    ) -> [CompletionSearch.Person] {
        var rank: [String: Int] = [:]
        for message in window.messages.reversed() where rank[message.message.sender] == nil {
            rank[message.message.sender] = rank.count
        }
        return members.values
            .filter { $0.userID != ownUserID && ["join", "invite"].contains($0.membership) }
            .map { member in
                CompletionSearch.Person(
                    userID: member.userID, displayName: VisibleName.first(member.displayName) ?? "",
                    contactName: member.contactName ?? "", rank: rank[member.userID] ?? .max)
            }
    }
}
