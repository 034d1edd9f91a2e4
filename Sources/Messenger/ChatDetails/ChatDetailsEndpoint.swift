import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Storage

/// Loads the members and permissions of a chat from the homeserver, and sends changes to its details.
@MainActor
final class ChatDetailsEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Loads all members. Syncs bring only the members that have sent messages ("Lazy-loading room members").
    func load(_ chatID: String) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                let state = try await parts.client.state(roomID: chatID)
                let members = state.compactMap(MembershipDecoder.member(in:))
                let creation = state.last { $0.type == "m.room.create" && $0.stateKey == "" }
                let levels = state.last { $0.type == "m.room.power_levels" && $0.stateKey == "" }
                let source = ChatPowerSource(
                    levels: levels?.content.serializedText, creation: creation?.content.serializedText,
                    creator: creation?.sender)
                await parts.queue.post(
                    ChatDetailsEvent.loaded(
                        chatID: chatID, members: members, power: source, access: ChatAccess(state: state)))
            } catch {
                return await parts.queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
            // If the server refuses this request, the listing stays unknown.
            if let isListed = try? await parts.client.isListed(roomID: chatID) {
                await parts.queue.post(ChatDetailsEvent.listed(chatID: chatID, isListed))
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

    func perform(_ change: ChatDetailsChange, in chatID: String) {
        switch change {
        case .encryption: encrypt(chatID)
        case .member(let change):
            self.change(chatID) { [userID = parts.userID] client throws(MatrixClientError) in
                try await client.perform(change, chatID: chatID, ownUserID: userID)
            }
        case .joinRule(let rule):
            set("m.room.join_rules", ["join_rule": .string(rule.rawValue)], of: chatID)
        case .historyVisibility(let visibility):
            set("m.room.history_visibility", ["history_visibility": .string(visibility.rawValue)], of: chatID)
        case .listing(let isListed):
            self.change(chatID) { client throws(MatrixClientError) in
                try await client.setListed(isListed, roomID: chatID)
            }
        case .address(let alias, let isThere):
            self.change(chatID) { client throws(MatrixClientError) in
                if isThere {
                    try await Self.add(alias, to: chatID, client)
                } else {
                    try await Self.remove(alias, from: chatID, client)
                }
            }
        }
    }

    private func set(_ type: String, _ content: JSONValue, of chatID: String) {
        change(chatID) { client throws(MatrixClientError) in
            _ = try await client.setState(roomID: chatID, type: type, content: content)
        }
    }

    /// Adds an alias. The first one becomes the canonical alias, which others see if the chat has no name.
    private nonisolated static func add(
        _ alias: String, to chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) {
        try await client.addAlias(alias, roomID: chatID)
        var content = try await client.stateContent(roomID: chatID, type: aliasType) ?? .emptyObject
        if content["alias"]?.identifier == nil {
            content["alias"] = .string(alias)
        } else {
            content["alt_aliases"] = .array((content["alt_aliases"]?.array ?? []) + [.string(alias)])
        }
        _ = try await client.setState(roomID: chatID, type: aliasType, content: content)
    }

    /// Removes an alias from the state event first, so that the event never lists an alias that doesn't resolve.
    private nonisolated static func remove(
        _ alias: String, from chatID: String, _ client: HomeserverClient
    ) async throws(MatrixClientError) {
        var content = try await client.stateContent(roomID: chatID, type: aliasType) ?? .emptyObject
        let others = (content["alt_aliases"]?.array ?? []).filter { $0 != .string(alias) }
        content["alt_aliases"] = others.isEmpty ? nil : .array(others)
        if content["alias"]?.identifier == alias { content["alias"] = nil }
        _ = try await client.setState(roomID: chatID, type: aliasType, content: content)
        try await client.removeAlias(alias)
    }

    private nonisolated static let aliasType = "m.room.canonical_alias"

    /// Turns on encryption. This is stored on disk before the request. Otherwise lines could be sent in the clear
    /// while the server delays its response, or after the response was lost. Lines wait until the server shows the
    /// encryption (client-server API, `m.room.encryption`).
    private func encrypt(_ chatID: String) {
        parts.tasks.run { [parts] in
            let wasInClear: Bool
            do throws(StorageError) {
                let applied = try await parts.database.chats.encrypt(chatID)
                wasInClear = !applied.chats.isEmpty
                await parts.queue.post(SyncEvent.received(applied, isFirstSync: true))
            } catch {
                return await parts.queue.post(ChatDetailsEvent.failed(chatID: chatID, FailureReason(storing: error)))
            }
            do throws(MatrixClientError) {
                _ = try await parts.client.setState(
                    roomID: chatID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
            } catch {
                // After a refusal, the server has changed nothing. Without an answer the outcome is unknown.
                if wasInClear, case .refused = error.outcome { await Self.withdraw(chatID, parts) }
                return await parts.queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
            do throws(StorageError) {
                let outbox = parts.database.outbox
                for line in try await outbox.retryLinesWithoutEncryption(chatID: chatID, isDecided: false) {
                    await parts.queue.post(OutboxEvent.requeued(line))
                }
            } catch {
                await parts.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
            await parts.queue.post(ChatDetailsEvent.done(chatID: chatID))
        }
    }

    /// Records that the server refused to turn on encryption. If the disk fails, the chat stays encrypted.
    private nonisolated static func withdraw(_ chatID: String, _ parts: EndpointParts) async {
        do throws(StorageError) {
            let applied = try await parts.database.chats.withdrawEncryption(chatID)
            await parts.queue.post(SyncEvent.received(applied, isFirstSync: true))
        } catch {
            await parts.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
        }
    }

    private func change(
        _ chatID: String, _ work: @escaping @Sendable (HomeserverClient) async throws(MatrixClientError) -> Void
    ) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await work(parts.client)
                await parts.queue.post(ChatDetailsEvent.done(chatID: chatID))
            } catch {
                await parts.queue.post(ChatDetailsEvent.failed(chatID: chatID, .server(error)))
            }
        }
    }
}
