import Conversations
import MatrixAPI
import MatrixClient

/// Runs commands on the homeserver. The line of a refused command is returned to the composer.
@MainActor
final class CommandEndpoint {
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

    func invite(_ person: UserID, typed: TypedLine) {
        tasks.run { [client, queue] in
            let person = await client.settled(person)
            do throws(MatrixClientError) {
                try await client.invite(userID: person.description, roomID: typed.chatID)
                await queue.post(ComposerEvent.commandDone(.invited(person), chatID: typed.chatID))
            } catch {
                await queue.post(ComposerEvent.notKept(typed, .notInvited(.server(error))))
            }
        }
    }

    func perform(_ change: MemberChange, called name: String, typed: TypedLine) {
        perform(typed, done: .memberChanged(change.act, name: name), failed: { .memberNotChanged($0) }) {
            [client, userID] () throws(MatrixClientError) in
            try await client.perform(change, chatID: typed.chatID, ownUserID: userID)
        }
    }

    func rename(to argument: String, typed: TypedLine) {
        let name = argument.trimmingBlanks
        perform(typed, done: .renamed(name), failed: { .notRenamed($0) }) {
            [client, userID] () throws(MatrixClientError) in
            try await client.setDisplayName(name, userID: userID)
        }
    }

    /// Changes the account's display name while no chat is open. Answers with ``ChatListEvent/commandEnded(_:)``.
    func rename(to argument: String) {
        let name = argument.trimmingBlanks
        tasks.run { [client, userID, queue] in
            do throws(MatrixClientError) {
                try await client.setDisplayName(name, userID: userID)
                await queue.post(ChatListEvent.commandEnded(.renamed(name)))
            } catch {
                await queue.post(ChatListEvent.commandEnded(.notRenamed(.server(error))))
            }
        }
    }

    func setTopic(_ argument: String, typed: TypedLine) {
        let topic = argument.trimmingBlanks
        perform(typed, done: .topicSet, failed: { .topicNotSet($0) }) {
            [client] () throws(MatrixClientError) in
            _ = try await client.setState(
                roomID: typed.chatID, type: "m.room.topic", content: ["topic": .string(topic)])
        }
    }

    /// Adds the chat to a space.
    ///
    /// - Parameter space: the space; `nil` if it has to be created with the name.
    func move(into space: Chat?, named name: String, typed: TypedLine) {
        let server = UserID(userID)?.server ?? ""
        perform(typed, done: .space(.tookIn(name)), failed: { .space(.notChanged(name, $0)) }) {
            [client, queue] () throws(MatrixClientError) in
            let spaceID: String
            if let space { spaceID = space.id } else { spaceID = try await client.makeSpace(named: name) }
            try await client.putIntoSpace(spaceID, chatID: typed.chatID, server: server)
            await queue.post(SpaceEvent.opening(spaceID: spaceID))
        }
    }

    /// Removes the chat from a space.
    ///
    /// - Parameter space: an existing space; with `nil`, nothing happens.
    func move(outOf space: Chat?, named name: String, typed: TypedLine) {
        guard let space else { return }
        perform(typed, done: .space(.tookOut(name)), failed: { .space(.notChanged(name, $0)) }) {
            [client] () throws(MatrixClientError) in
            try await client.removeFromSpace(space.id, chatID: typed.chatID)
        }
    }

    private func perform(
        _ typed: TypedLine, done: ComposerNotice, failed: @escaping @Sendable (FailureReason) -> ComposerNotice,
        _ request: @escaping @Sendable () async throws(MatrixClientError) -> Void
    ) {
        tasks.run { [queue] in
            do throws(MatrixClientError) {
                try await request()
                await queue.post(ComposerEvent.commandDone(done, chatID: typed.chatID))
            } catch {
                await queue.post(ComposerEvent.notKept(typed, failed(.server(error))))
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
