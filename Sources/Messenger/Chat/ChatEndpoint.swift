import Conversations
import MatrixAPI
import MatrixClient

/// Joins and leaves chats on the homeserver.
@MainActor
final class ChatEndpoint {
    private let client: HomeserverClient
    private let userID: String
    private let queue: EventQueue
    private let tasks: TaskSet

    init(client: HomeserverClient, userID: String, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.userID = userID
        self.queue = queue
        self.tasks = tasks
    }

    func accept(_ chat: Chat) {
        tasks.run { [client, userID, queue] in
            do throws(MatrixClientError) {
                _ = try await client.join(roomIDOrAlias: chat.id)
                if chat.isDirectInvitation, let inviter = chat.inviter {
                    try? await ChatEndpoint.markDirect(chat.id, with: inviter.userID, of: userID, client: client)
                }
                await queue.post(ChatEvent.accepted(chatID: chat.id))
            } catch {
                await queue.post(ChatEvent.refused(chatID: chat.id, .server(error)))
            }
        }
    }

    func leave(_ chatID: String) {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                try await client.leave(roomID: chatID)
                await queue.post(ChatEvent.left(chatID: chatID))
            } catch {
                await queue.post(ChatEvent.refused(chatID: chatID, .server(error)))
            }
        }
    }

    /// Adds the chat to `m.direct` (client-server API, "Direct Messaging"). The chat is as usable where that fails, so that
    /// a failure costs no more than the name under which the list shows it.
    nonisolated static func markDirect(
        _ chatID: String, with partner: String, of userID: String, client: HomeserverClient
    ) async throws(MatrixClientError) {
        var content = try await client.accountData(userID: userID, type: "m.direct") ?? .emptyObject
        let known = content[partner]?.array ?? []
        guard !known.contains(.string(chatID)) else { return }
        content[partner] = .array(known + [.string(chatID)])
        try await client.setAccountData(userID: userID, type: "m.direct", content: content)
    }
}
