import Conversations
import MatrixAPI
import MatrixClient

/// Asks the homeserver for people that it knows, for an account without a chat.
@MainActor
final class NeighbourEndpoint {
    private static let limit = 8

    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet) {
        self.client = client
        self.queue = queue
        self.tasks = tasks
    }

    /// Searches for people. If the server returns none, only the list of suggestions is missing.
    func look() {
        tasks.run { [client, queue] in
            guard let found = try? await client.searchPeople("", limit: Self.limit) else { return }
            let people = found.map { ChatPerson(userID: $0.userID, displayName: $0.profile.displayName) }
            await queue.post(ChatListEvent.neighboursFound(people))
        }
    }
}
