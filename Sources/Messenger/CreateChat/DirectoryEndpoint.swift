import Conversations
import MatrixAPI
import MatrixClient

/// Searches the server's user directory (client-server API, "User Directory") when the user pauses typing.
@MainActor
final class DirectoryEndpoint {
    /// The debounce interval in milliseconds.
    private static let pause = 250
    private static let limit = 20

    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet
    private let last: LastQuestion

    init(client: HomeserverClient, queue: EventQueue, tasks: TaskSet, environment: SessionEnvironment) {
        self.client = client
        self.queue = queue
        self.tasks = tasks
        last = LastQuestion(after: Self.pause, in: environment)
    }

    func search(_ text: String) {
        let term = text.trimmed.drop { $0 == "@" }
        guard !term.isEmpty else { return forget() }
        last.ask { [weak self] in self?.ask(String(term), text: text) }
    }

    /// Discards the last search.
    func forget() { last.forget() }

    private func ask(_ term: String, text: String) {
        tasks.run { [client, queue] in
            let answer: DirectoryAnswer
            do throws(MatrixClientError) {
                let found = try await client.searchPeople(term, limit: DirectoryEndpoint.limit)
                let people = found.map { ChatPerson(userID: $0.userID, displayName: $0.profile.displayName) }
                answer = DirectoryAnswer(text: text, people: people, problem: nil)
            } catch {
                answer = DirectoryAnswer(text: text, people: [], problem: .server(error))
            }
            await queue.post(CreateChatEvent.answered(answer))
        }
    }
}
