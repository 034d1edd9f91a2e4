import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Asks the homeserver who is in a chat and who may do what, and changes what a person changes there.
@MainActor
final class ChatDetailsEndpoint {
    private let client: HomeserverClient
    private let chats: ChatStore
    private let queue: EventQueue
    private let tasks: TaskSet

    init(client: HomeserverClient, chats: ChatStore, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.chats = chats
        self.queue = queue
        self.tasks = tasks
    }

    /// Syncs bring only the members that have said something ("Lazy-loading room members").
    func load(_ chatID: String) {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                let state = try await client.state(roomID: chatID)
                let members = state.compactMap(MembershipDecoder.member(in:))
                let creation = state.last { $0.type == "m.room.create" && $0.stateKey == "" }
                let levels = state.last { $0.type == "m.room.power_levels" && $0.stateKey == "" }
                let source = ChatPowerSource(
                    levels: levels?.content.serializedText, creation: creation?.content.serializedText,
                    creator: creation?.sender)
                await queue.post(ChatDetailsEvent.loaded(chatID: chatID, members: members, power: source))
            } catch {
                await queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
        }
    }

    func setName(_ name: String, of chatID: String) {
        change(chatID) { client throws(MatrixClientError) in
            _ = try await client.setState(roomID: chatID, type: "m.room.name", content: ["name": .string(name)])
        }
    }

    func setTopic(_ topic: String, of chatID: String) {
        change(chatID) { client throws(MatrixClientError) in
            _ = try await client.setState(roomID: chatID, type: "m.room.topic", content: ["topic": .string(topic)])
        }
    }

    func invite(_ userID: String, to chatID: String) {
        change(chatID) { client throws(MatrixClientError) in
            try await client.invite(userID: userID, roomID: chatID)
        }
    }

    func remove(_ userID: String, from chatID: String) {
        change(chatID) { client throws(MatrixClientError) in
            try await client.kick(userID: userID, roomID: chatID)
        }
    }

    /// What is written before the sync brings it back is encrypted as well (client-server API, `m.room.encryption`).
    func encrypt(_ chatID: String) {
        tasks.run { [client, chats, queue] in
            do throws(MatrixClientError) {
                _ = try await client.setState(
                    roomID: chatID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
            } catch {
                return await queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
            do throws(StorageError) {
                await queue.post(SyncEvent.received(try await chats.encrypt(chatID), isFirstSync: true))
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
            await queue.post(ChatDetailsEvent.done(chatID: chatID))
        }
    }

    private func change(
        _ chatID: String, _ work: @escaping @Sendable (HomeserverClient) async throws(MatrixClientError) -> Void
    ) {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                try await work(client)
                await queue.post(ChatDetailsEvent.done(chatID: chatID))
            } catch {
                await queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
        }
    }
}
