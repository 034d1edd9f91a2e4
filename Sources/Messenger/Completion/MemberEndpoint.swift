import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Loads the members of a chat from the homeserver, once while the program runs. A sync brings hardly anyone but
/// people who have sent messages (client-server API, "Lazy-loading room members").
@MainActor
final class MemberEndpoint {
    /// The maximum number of members in one write, so that a sent message waits no longer than for a part of a
    /// sync.
    private nonisolated static let mostAtOnce = 500

    private let client: HomeserverClient
    private let chats: ChatStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private var asked: Set<String> = []

    init(client: HomeserverClient, chats: ChatStore, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.chats = chats
        self.queue = queue
        self.tasks = tasks
    }

    func load(chatID: String) {
        guard asked.insert(chatID).inserted else { return }
        tasks.run { [client, chats, queue] in
            do {
                let events = try await client.members(roomID: chatID, notMembership: "leave")
                let members = events.compactMap(MembershipDecoder.member(in:))
                var new: [ChatMember] = []
                for start in stride(from: 0, to: members.count, by: Self.mostAtOnce) {
                    let some = Array(members[start...].prefix(Self.mostAtOnce))
                    new += try await chats.addUnknown(some, chatID: chatID)
                }
                if !new.isEmpty { await queue.post(CompletionEvent.peopleCame(new, chatID: chatID)) }
            } catch {
                // The next search for a member retries the request.
                await self.forget(chatID)
            }
        }
    }

    private func forget(_ chatID: String) { asked.remove(chatID) }
}
