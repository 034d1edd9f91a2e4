package import Conversations
import Engine
package import Storage

/// Queries the search index, and keeps it up to date.
@MainActor
package final class SearchArchive {
    private static let pageSize = 50
    private static let maxPeople = 20

    private let index: SearchIndex
    private let settings: SyncStore
    private let disk: DiskQueue
    private let queue: EventQueue
    private let tasks: TaskSet
    private var isAsking = false
    /// The next query, which is sent when the index has answered.
    private var next: SearchIndexQuery?

    init(index: SearchIndex, settings: SyncStore, disk: DiskQueue, queue: EventQueue, tasks: TaskSet) {
        self.index = index
        self.settings = settings
        self.disk = disk
        self.queue = queue
        self.tasks = tasks
    }

    /// Answers with ``SearchEvent/answered(_:)``. Only the latest waiting query is kept, so that queries don't pile
    /// up while the user types.
    func search(_ question: SearchIndexQuery) {
        guard !isAsking else { return next = question }
        isAsking = true
        tasks.run { [index, queue] in
            await queue.post(SearchEvent.answered(Self.answer(question, index)))
            await self.resume()
        }
    }

    /// Answers a query from another account's screen, in parallel to the queries of this account's own list.
    package func answer(
        _ question: SearchIndexQuery, _ take: @escaping @MainActor @Sendable (SearchIndexResult) -> Void
    ) {
        tasks.run { [index] in
            let answer = await Self.answer(question, index)
            await take(answer)
        }
    }

    private func resume() {
        isAsking = false
        guard let question = next else { return }
        next = nil
        search(question)
    }

    /// Loads the recent searches, and answers with ``SearchEvent/remembered(_:)``.
    func recall() {
        tasks.run { [settings, queue] in
            let kept = try? await settings.valueAside(forKey: SyncStore.recentSearchesKey)
            await queue.post(SearchEvent.remembered(kept?.split(separator: "\n").map(String.init) ?? []))
        }
    }

    /// - Parameter searches: the recent searches, the latest first.
    func remember(_ searches: [String]) {
        let kept = searches.joined(separator: "\n")
        disk.attempt { [settings] in try await settings.setValue(kept, forKey: SyncStore.recentSearchesKey) }
    }

    /// Indexes new messages for the rest of the session.
    package func indexContinuously() {
        tasks.run { [index, queue] in
            await index.indexContinuously { await queue.post(SearchEvent.tookIn) }
        }
    }

    private nonisolated static func answer(_ question: SearchIndexQuery, _ index: SearchIndex) async
        -> SearchIndexResult
    {
        do throws(StorageError) {
            let query = try await question.text.query(
                chatID: question.chatID, namedChatIDs: question.namedChatIDs, index)
            var candidates: [SearchPerson] = []
            if case (.from, let value, _)? = question.text.open {
                candidates = try await index.people(named: value, limit: maxPeople)
            }
            return SearchIndexResult(
                question: question, page: try await index.find(query, before: question.before, limit: pageSize),
                isWhole: try await index.isWhole(),
                elsewhere: ServerSearchQuery(
                    question.text, query, chatsWithGaps: try await index.chatsWithGaps()),
                people: candidates)
        } catch {
            return SearchIndexResult(question: question, page: nil, isWhole: false, elsewhere: nil, people: [])
        }
    }
}

extension SearchedText {
    /// Returns the query, with names of people resolved to Matrix IDs.
    ///
    /// - Parameters:
    ///   - chatID: the chat to search; `nil` for all.
    ///   - namedChatIDs: the chats that match the names after `in:`; `nil` if no chat is named.
    package nonisolated(nonsending) func query(
        chatID: String?, namedChatIDs: Set<String>?, _ index: SearchIndex
    ) async throws(StorageError) -> SearchQuery {
        var query = query
        query.chatIDs = chatID.map { [$0] }
        if let namedChatIDs { query.chatIDs = query.chatIDs?.intersection(namedChatIDs) ?? namedChatIDs }
        for name in people {
            let people = Set(try await index.people(named: name, limit: .max).map(\.userID))
            query.senders = query.senders?.union(people) ?? people
        }
        return query
    }
}
