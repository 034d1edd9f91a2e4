import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Sends the account's requests about chats and people to the homeserver. They run one after the other, so that
/// the last of two conflicting requests takes effect.
@MainActor
final class ChatTaskEndpoint {
    private let parts: EndpointParts
    private var waiting: [ChatTask] = []
    private var isRunning = false

    init(_ parts: EndpointParts) { self.parts = parts }

    func perform(_ task: ChatTask) {
        waiting.append(task)
        guard !isRunning else { return }
        isRunning = true
        parts.tasks.run { await self.performAll() }
    }

    private func performAll() async {
        while !waiting.isEmpty, !Task.isCancelled {
            let task = waiting.removeFirst()
            do throws(MatrixClientError) {
                try await send(task)
                parts.queue.post(ChatTaskEvent.done(task))
            } catch {
                parts.queue.post(ChatTaskEvent.failed(task, .server(error)))
            }
        }
        isRunning = false
    }

    private func send(_ task: ChatTask) async throws(MatrixClientError) {
        switch task {
        case .set(let setting, let chatID): try await set(setting, chatID: chatID)
        case .markRead(let chatID, let eventID):
            guard let eventID else { return }
            try await parts.client.setReadMarkers(roomID: chatID, fullyRead: eventID, read: eventID)
        case .follow(let replacement, _):
            _ = try await parts.client.join(
                roomIDOrAlias: replacement.chatID, via: replacement.server.map { [$0] } ?? [])
        // An imported chat is on this device alone.
        case .forget(let chatID) where Chat.isImported(chatID): return
        case .forget(let chatID): try await forget(chatID)
        case .place(let chatID, let spaceID, true): try await put(chatID, into: spaceID)
        case .place(let chatID, let spaceID, false): try await parts.client.removeFromSpace(spaceID, chatID: chatID)
        case .makeSpace(let name, let chatID): try await put(chatID, into: parts.client.makeSpace(named: name))
        case .ignore(let other, let isIgnored): try await ignore(other, isIgnored)
        }
    }

    /// Forgets a chat. If the server no longer has the chat, that counts as success, as the chat could otherwise
    /// never be removed here.
    private func forget(_ chatID: String) async throws(MatrixClientError) {
        do throws(MatrixClientError) {
            try await parts.client.forget(roomID: chatID)
        } catch {
            guard case .matrix = error, await !parts.client.hasRoom(chatID, for: parts.userID) else { throw error }
        }
    }

    private func set(_ setting: ChatSetting, chatID: String) async throws(MatrixClientError) {
        switch setting {
        case .tags(let tags):
            try await set(AccountSettings.pinTag, tags.isPinned, order: tags.pinOrder, chatID: chatID)
            try await set(AccountSettings.archiveTag, tags.isArchived, order: nil, chatID: chatID)
        case .notifications(let level): try await set(level, chatID: chatID)
        case .markedUnread(let isMarked):
            try await parts.client.setAccountData(
                userID: parts.userID, roomID: chatID, type: AccountSettings.markedUnreadType,
                content: ["unread": .bool(isMarked)])
        case .name(let name):
            _ = try await parts.client.setState(roomID: chatID, type: "m.room.name", content: ["name": .string(name)])
        }
    }

    private func put(_ chatID: String, into spaceID: String) async throws(MatrixClientError) {
        try await parts.client.putIntoSpace(spaceID, chatID: chatID, server: UserID(parts.userID)?.server ?? "")
        parts.queue.post(SpaceEvent.opening(spaceID: spaceID))
    }

    private func set(_ tag: String, _ isSet: Bool, order: Double?, chatID: String) async throws(MatrixClientError) {
        if isSet {
            try await parts.client.setTag(tag, roomID: chatID, userID: parts.userID, order: order)
        } else {
            try await parts.client.removeTag(tag, roomID: chatID, userID: parts.userID)
        }
    }

    /// Sets the notification level. The new rule is added before the old one is removed, so that no notification
    /// arrives in between.
    private func set(_ level: NotificationLevel, chatID: String) async throws(MatrixClientError) {
        switch level {
        case .all:
            try await parts.client.endSilence(roomID: chatID)
            try await parts.client.endSilenceAllButMentions(roomID: chatID)
        case .mentions:
            try await parts.client.silenceAllButMentions(roomID: chatID)
            try await parts.client.endSilence(roomID: chatID)
        case .off:
            try await parts.client.silence(roomID: chatID)
            try await parts.client.endSilenceAllButMentions(roomID: chatID)
        }
    }

    /// Ignores a person or ends that. The list is read from the server first, since another device may have
    /// changed it.
    private func ignore(_ other: String, _ isIgnored: Bool) async throws(MatrixClientError) {
        let type = AccountSettings.ignoredType
        var content = try await parts.client.accountData(userID: parts.userID, type: type) ?? .emptyObject
        var people = content["ignored_users"] ?? .emptyObject
        people[other] = isIgnored ? .emptyObject : nil
        content["ignored_users"] = people
        try await parts.client.setAccountData(userID: parts.userID, type: type, content: content)
        parts.queue.post(ChatTaskEvent.ignored(userIDs: Set(people.namedMembers.keys)))
    }
}
