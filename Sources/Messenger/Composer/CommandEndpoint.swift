import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Runs commands on the homeserver. The line of a refused command is returned to the composer.
@MainActor
final class CommandEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    func invite(_ person: UserID, typed: TypedLine) {
        parts.tasks.run { [parts] in
            let person = await parts.client.settled(person)
            do throws(MatrixClientError) {
                try await parts.client.invite(userID: person.description, roomID: typed.chatID)
                await parts.queue.post(ComposerEvent.commandDone(.invited(person), chatID: typed.chatID))
            } catch {
                await parts.queue.post(ComposerEvent.notKept(typed, .notInvited(.server(error))))
            }
        }
    }

    func perform(_ change: MemberChange, called name: String, typed: TypedLine) {
        perform(typed, done: .memberChanged(change.act, name: name), failed: { .memberNotChanged($0) }) {
            [parts] () throws(MatrixClientError) in
            try await parts.client.perform(change, chatID: typed.chatID, ownUserID: parts.userID)
        }
    }

    func rename(to argument: String, typed: TypedLine) {
        let name = argument.trimmingBlanks
        perform(typed, done: .renamed(name), failed: { .notRenamed($0) }) {
            [parts] () throws(MatrixClientError) in
            try await parts.client.setDisplayName(name, userID: parts.userID)
        }
    }

    /// Changes the account's display name while no chat is open. Answers with ``ChatListEvent/commandEnded(_:)``.
    func rename(to argument: String) {
        let name = argument.trimmingBlanks
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.setDisplayName(name, userID: parts.userID)
                await parts.queue.post(ChatListEvent.commandEnded(.renamed(name)))
            } catch {
                await parts.queue.post(ChatListEvent.commandEnded(.notRenamed(.server(error))))
            }
        }
    }

    func setTopic(_ argument: String, typed: TypedLine) {
        let topic = argument.trimmingBlanks
        perform(typed, done: .topicSet, failed: { .topicNotSet($0) }) {
            [parts] () throws(MatrixClientError) in
            _ = try await parts.client.setState(
                roomID: typed.chatID, type: "m.room.topic", content: ["topic": .string(topic)])
        }
    }

    /// Adds the chat to a space.
    ///
    /// - Parameter space: the space; `nil` if it has to be created with the name.
    func move(into space: Chat?, named name: String, typed: TypedLine) {
        let server = UserID(parts.userID)?.server ?? ""
        perform(typed, done: .space(.tookIn(name)), failed: { .space(.notChanged(name, $0)) }) {
            [parts] () throws(MatrixClientError) in
            let spaceID: String
            if let space { spaceID = space.id } else { spaceID = try await parts.client.makeSpace(named: name) }
            try await parts.client.putIntoSpace(spaceID, chatID: typed.chatID, server: server)
            await parts.queue.post(SpaceEvent.opening(spaceID: spaceID))
        }
    }

    /// Removes the chat from a space.
    func move(outOf space: Chat, named name: String, typed: TypedLine) {
        perform(typed, done: .space(.tookOut(name)), failed: { .space(.notChanged(name, $0)) }) {
            [parts] () throws(MatrixClientError) in
            try await parts.client.removeFromSpace(space.id, chatID: typed.chatID)
        }
    }

    private func perform(
        _ typed: TypedLine, done: ComposerNotice, failed: @escaping @Sendable (FailureReason) -> ComposerNotice,
        _ request: @escaping @Sendable () async throws(MatrixClientError) -> Void
    ) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await request()
                await parts.queue.post(ComposerEvent.commandDone(done, chatID: typed.chatID))
            } catch {
                await parts.queue.post(ComposerEvent.notKept(typed, failed(.server(error))))
            }
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
