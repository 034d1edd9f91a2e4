import MatrixAPI
import MatrixClient

/// Makes chats on the homeserver.
@MainActor
final class CreateChatEndpoint {
    private let client: HomeserverClient
    private let encryption: EncryptionEndpoint?
    private let userID: String
    private let queue: EventQueue
    private let tasks: TaskSet

    init(
        client: HomeserverClient, encryption: EncryptionEndpoint?, userID: String, queue: EventQueue, tasks: TaskSet
    ) {
        self.client = client
        self.encryption = encryption
        self.userID = userID
        self.queue = queue
        self.tasks = tasks
    }

    /// One after the other, up to the first one whom the server refuses.
    func invite(_ people: NewChat, to chatID: String) {
        tasks.run { [client, queue] in
            var invited: [String] = []
            for userID in people.userIDs {
                do throws(MatrixClientError) {
                    try await client.invite(userID: userID, roomID: chatID)
                    invited.append(userID)
                } catch {
                    let failure = CreateChatFailure.notInvited(userID: userID, .server(error), invited: invited)
                    return await queue.post(CreateChatEvent.createChatFailed(people, failure))
                }
            }
            await queue.post(CreateChatEvent.created(chatID: chatID, people))
        }
    }

    /// In a direct chat both have the same power; in a group who made it has more than who is invited. A direct chat that can't be
    /// encrypted is not made before somebody decided about that: whoever has a server could say that nobody reads it.
    func create(_ chat: NewChat) {
        tasks.run { [client, encryption, userID, queue] in
            do throws(MatrixClientError) {
                let asks = chat.asksForEncryption && encryption != nil
                if asks, let hindrance = try await encryption?.hindrance(to: chat.userIDs) {
                    return await queue.post(CreateChatEvent.createChatFailed(chat, hindrance))
                }
                let request = CreateRoomRequest(
                    invites: chat.userIDs, isDirect: chat.isDirect,
                    preset: chat.isDirect ? .trustedPrivateChat : .privateChat, name: chat.name,
                    isEncrypted: asks || chat.isEncrypted)
                let chatID = try await client.createRoom(request)
                if chat.isDirect, let partner = chat.userIDs.first {
                    try? await ChatEndpoint.markDirect(chatID, with: partner, of: userID, client: client)
                }
                await queue.post(CreateChatEvent.created(chatID: chatID, chat))
            } catch {
                await queue.post(CreateChatEvent.createChatFailed(chat, .reason(.server(error))))
            }
        }
    }
}
