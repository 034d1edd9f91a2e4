import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Storage

/// Creates chats on the homeserver.
@MainActor
final class CreateChatEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Invites people one after the other, and stops at the first one that the server refuses.
    func invite(_ people: NewChat, to chatID: String) {
        parts.tasks.run { [parts] in
            var invited: [String] = []
            for userID in people.userIDs {
                do throws(MatrixClientError) {
                    try await parts.client.invite(userID: userID, roomID: chatID)
                    invited.append(userID)
                } catch {
                    let failure = CreateChatFailureReason.notInvited(userID: userID, .server(error), invited: invited)
                    return await parts.queue.post(CreateChatEvent.createChatFailed(people, failure))
                }
            }
            await parts.queue.post(CreateChatEvent.created(chatID: chatID, people))
        }
    }

    /// Creates a chat. In a direct chat both people have the same power, and in a group the creator has more than
    /// the others. A direct chat that can't be encrypted is not created before the user decides about that.
    /// Otherwise a server could turn encryption off by claiming that the partner has no device.
    ///
    /// The request for encryption is stored on disk before it is sent. Otherwise lines could be sent in the clear
    /// if the server drops the encryption.
    func create(_ chat: NewChat) {
        parts.tasks.run { [parts, now = parts.environment.now()] in
            do throws(MatrixClientError) {
                let asks = chat.asksForEncryption && parts.encryption != nil
                if asks, let hindrance = try await parts.encryption?.hindrance(to: chat.userIDs) {
                    return await parts.queue.post(CreateChatEvent.createChatFailed(chat, hindrance))
                }
                let request = CreateRoomRequest(
                    invites: chat.userIDs, isDirect: chat.isDirect,
                    preset: chat.isDirect ? .trustedPrivateChat : .privateChat, name: chat.name,
                    isEncrypted: asks || chat.isEncrypted)
                guard let chatID = try await self.make(request, for: chat, now: now) else { return }
                if chat.isDirect, let partner = chat.userIDs.first {
                    try? await ChatEndpoint.markDirect(chatID, with: partner, of: parts.userID, client: parts.client)
                }
                await parts.queue.post(CreateChatEvent.created(chatID: chatID, chat))
            } catch {
                await parts.queue.post(CreateChatEvent.createChatFailed(chat, .reason(.server(error))))
            }
        }
    }

    /// - Returns: `nil` if the request was not sent, because the disk could not store that the chat must be
    ///   encrypted.
    private nonisolated func make(
        _ request: CreateRoomRequest, for chat: NewChat, now: Int64
    ) async throws(MatrixClientError) -> String? {
        guard request.isEncrypted else { return try await parts.client.createRoom(request) }
        let promise: Int64
        do throws(StorageError) {
            promise = try await parts.database.chats.beginCreation(
                by: parts.userID, inviting: request.invites, now: now)
        } catch {
            let reason = FailureReason(storing: error)
            await parts.queue.post(CreateChatEvent.createChatFailed(chat, .reason(reason)))
            return nil
        }
        do throws(MatrixClientError) {
            let chatID = try await parts.client.createRoom(request)
            await end(promise, chatID: chatID)
            return chatID
        } catch {
            // After a refusal, the server has created nothing. Without an answer the outcome is unknown.
            if case .refused = error.outcome { await end(promise, chatID: nil) }
            throw error
        }
    }

    /// Ends a promise of encryption. If the disk fails, the promise stays, and applies to the chat once a sync
    /// delivers it.
    private nonisolated func end(_ promise: Int64, chatID: String?) async {
        do throws(StorageError) {
            let applied = try await parts.database.chats.endCreation(promise, chatID: chatID)
            if !applied.chats.isEmpty { await parts.queue.post(SyncEvent.received(applied, isFirstSync: true)) }
        } catch {
            await parts.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
        }
    }
}
