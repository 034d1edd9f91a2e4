import Conversations
import Dispatch
import Engine
import MatrixClient
import Storage
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

/// Loads the members of a chat from the homeserver, once while the program runs. A sync brings hardly anyone but
/// people who have sent messages (client-server API, "Lazy-loading room members").
@MainActor
final class MemberEndpoint {
    /// The maximum number of members in one write. Longer writes would delay the storage of a sent message.
    private nonisolated static let maxAtOnce = 500

    private let parts: EndpointParts
    private var asked: Set<String> = []

    init(_ parts: EndpointParts) { self.parts = parts }

    func load(chatID: String) {
        guard asked.insert(chatID).inserted else { return }
        parts.tasks.run { [parts] in
            do {
                let events = try await parts.client.members(roomID: chatID, notMembership: "leave")
                let members = events.compactMap(MembershipDecoder.member(in:))
                var new: [ChatMember] = []
                for start in stride(from: 0, to: members.count, by: Self.maxAtOnce) {
                    let some = Array(members[start...].prefix(Self.maxAtOnce))
                    new += try await parts.database.chats.addUnknown(some, chatID: chatID)
                }
                if !new.isEmpty { await parts.queue.post(CompletionEvent.peopleCame(new, chatID: chatID)) }
            } catch {
                // The next search for a member retries the request.
                await self.forget(chatID)
            }
        }
    }

    private func forget(_ chatID: String) { asked.remove(chatID) }
}
