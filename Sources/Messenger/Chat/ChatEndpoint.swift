import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Joins and leaves chats on the homeserver.
@MainActor
final class ChatEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    func accept(_ chat: Chat) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                _ = try await parts.client.join(roomIDOrAlias: chat.id)
                if chat.isDirectInvitation, let inviter = chat.inviter {
                    try? await ChatEndpoint.markDirect(
                        chat.id, with: inviter.userID, of: parts.userID, client: parts.client)
                }
                await parts.queue.post(ChatEvent.accepted(chatID: chat.id))
            } catch {
                await parts.queue.post(ChatEvent.refused(chatID: chat.id, .server(error)))
            }
        }
    }

    /// - Parameter isOutside: whether the account was only invited or has asked to join. If the server then says that
    ///   the account is not in the room, there is nothing to decline. The chat is removed from this device, as it would
    ///   otherwise stay in the list forever.
    func leave(_ chatID: String, isOutside: Bool = false) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.leave(roomID: chatID)
            } catch {
                guard isOutside, error.saysNotInRoom else {
                    return await parts.queue.post(ChatEvent.refused(chatID: chatID, .server(error)))
                }
                // Otherwise an initial sync would bring the chat back. A server that refuses this has nothing to
                // forget.
                try? await parts.client.forget(roomID: chatID)
            }
            await parts.queue.post(ChatEvent.left(chatID: chatID))
        }
    }

    /// Adds the chat to `m.direct` (client-server API, "Direct Messaging"). If that fails, the chat still works,
    /// but the list may show it under another name.
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

extension MatrixClientError {
    /// Whether the homeserver itself says that the account is neither in the room nor invited to it.
    var saysNotInRoom: Bool {
        guard case .matrix(let error, let status, _) = self else { return false }
        return (error.code == .forbidden && status == 403) || (error.code == .notFound && status == 404)
    }
}
