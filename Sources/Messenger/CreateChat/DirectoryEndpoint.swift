import Conversations
import Engine
import MatrixAPI
import MatrixClient

/// Searches the server's user directory (client-server API, "User Directory") when the user pauses typing.
@MainActor
final class DirectoryEndpoint {
    /// The debounce interval in milliseconds.
    private static let pause = 250
    private static let limit = 20

    private let parts: EndpointParts
    private let last: Debouncer

    init(_ parts: EndpointParts) {
        self.parts = parts
        last = Debouncer(after: Self.pause, in: parts.environment)
    }

    func search(_ text: String) {
        let term = text.trimmed.drop { $0 == "@" }
        guard !term.isEmpty else { return forget() }
        last.schedule { [weak self] in self?.ask(String(term), text: text) }
    }

    /// Discards the last search.
    func forget() { last.cancel() }

    private func ask(_ term: String, text: String) {
        parts.tasks.run { [parts] in
            let answer: DirectoryResponse
            do throws(MatrixClientError) {
                let found = try await parts.client.searchPeople(term, limit: DirectoryEndpoint.limit)
                let people = found.map { ChatPerson(userID: $0.userID, displayName: $0.profile.displayName) }
                answer = DirectoryResponse(text: text, people: people, problem: nil)
            } catch {
                answer = DirectoryResponse(text: text, people: [], problem: .server(error))
            }
            await parts.queue.post(CreateChatEvent.answered(answer))
        }
    }
}

/// Asks the homeserver for people that it knows, for an account without a chat.
@MainActor
final class KnownPeopleEndpoint {
    private static let limit = 8

    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Searches for people. If the server returns none, only the list of suggestions is missing.
    func search() {
        parts.tasks.run { [parts] in
            guard let found = try? await parts.client.searchPeople("", limit: Self.limit) else { return }
            let people = found.map { ChatPerson(userID: $0.userID, displayName: $0.profile.displayName) }
            await parts.queue.post(ChatListEvent.foundKnownPeople(people))
        }
    }
}
