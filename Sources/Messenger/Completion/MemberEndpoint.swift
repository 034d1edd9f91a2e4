import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Asks the homeserver who is in a chat, once while the program runs: a sync brings those who have said something and hardly
/// anybody else (client-server API, "Lazy-loading room members").
@MainActor
final class MemberEndpoint {
    /// As many are written at once: what is sent meanwhile waits no longer than for a slice of a sync.
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
                // Whoever is sought next asks again.
                await self.forget(chatID)
            }
        }
    }

    private func forget(_ chatID: String) { asked.remove(chatID) }
}
