import Conversations
import Dispatch
import ViewModels

/// Finds completions for the text that is being typed. Large chats are searched in the background, so that ten
/// thousand members do not block typing.
@MainActor
final class CompletionEndpoint {
    private let queue: EventQueue
    /// The queue for chats with many members.
    private let worker = DispatchQueue(label: "im.confab.completion")

    init(queue: EventQueue) {
        self.queue = queue
    }

    /// - Parameters:
    ///   - members: the members of the open chat, by Matrix ID.
    ///   - window: the loaded messages of the chat, since recent senders are ranked first.
    func find(_ query: CompletionQuery, members: [String: ChatMember], window: MessageWindow, ownUserID: String) {
        let people = query.wantsPeople ? people(members, window, but: ownUserID) : []
        let search = CompletionSearch(text: query.text)
        guard people.count > Self.fewPeople else {
            // The search is synchronous, because the next key may be a Tab that accepts its result.
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

    /// The number of members that can be searched within one frame.
    private static let fewPeople = 500

    /// Returns the members, recent senders first, then all others by name.
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
