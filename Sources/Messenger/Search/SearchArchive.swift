import Conversations
import Storage

/// Asks the index of words, and has it take in what comes.
@MainActor
final class SearchArchive {
    private static let pageSize = 50
    private static let mostPeople = 20

    private let index: SearchIndex
    private let settings: SyncStore
    private let disk: DiskQueue
    private let queue: EventQueue
    private let tasks: TaskSet
    private var isAsking = false
    /// Asked once the index has answered.
    private var next: SearchQuestion?

    init(index: SearchIndex, settings: SyncStore, disk: DiskQueue, queue: EventQueue, tasks: TaskSet) {
        self.index = index
        self.settings = settings
        self.disk = disk
        self.queue = queue
        self.tasks = tasks
    }

    /// Answers with ``SearchEvent/answered(_:)``, unless something else is asked before the index comes to it: what is typed faster
    /// than that answers doesn't pile up.
    func ask(_ question: SearchQuestion) {
        guard !isAsking else { return next = question }
        isAsking = true
        tasks.run { [index, queue] in
            await queue.post(SearchEvent.answered(Self.answer(question, index)))
            await self.goOn()
        }
    }

    /// Answers a question from the screen of another account, beside those of this account's own list.
    func answer(_ question: SearchQuestion, _ take: @escaping @MainActor @Sendable (SearchAnswer) -> Void) {
        tasks.run { [index] in
            let answer = await Self.answer(question, index)
            await take(answer)
        }
    }

    private func goOn() {
        isAsking = false
        guard let question = next else { return }
        next = nil
        ask(question)
    }

    /// Answers with ``SearchEvent/remembered(_:)``.
    func recall() {
        tasks.run { [settings, queue] in
            let kept = try? await settings.valueAside(forKey: SyncStore.recentSearchesKey)
            await queue.post(SearchEvent.remembered(kept?.split(separator: "\n").map(String.init) ?? []))
        }
    }

    /// - Parameter searches: the last one first.
    func remember(_ searches: [String]) {
        let kept = searches.joined(separator: "\n")
        disk.attempt { [settings] in try await settings.setValue(kept, forKey: SyncStore.recentSearchesKey) }
    }

    /// From now on, as long as the session lasts.
    func keepUp() {
        tasks.run { [index, queue] in
            await index.keepUp { await queue.post(SearchEvent.tookIn) }
        }
    }

    private nonisolated static func answer(_ question: SearchQuestion, _ index: SearchIndex) async -> SearchAnswer {
        do throws(StorageError) {
            let query = try await question.text.query(
                chatID: question.chatID, namedChatIDs: question.namedChatIDs, index)
            var candidates: [SearchPerson] = []
            if case (.from, let value, _)? = question.text.open {
                candidates = try await index.people(named: value, limit: mostPeople)
            }
            return SearchAnswer(
                question: question, page: try await index.find(query, before: question.before, limit: pageSize),
                isWhole: try await index.isWhole(),
                elsewhere: ServerSearchQuestion(
                    question.text, query, chatsWithGaps: try await index.chatsWithGaps()),
                people: candidates)
        } catch {
            return SearchAnswer(question: question, page: nil, isWhole: false, elsewhere: nil, people: [])
        }
    }
}

extension SearchedText {
    /// What is looked for, with the people who are called as it says.
    ///
    /// - Parameters:
    ///   - chatID: the chat in which alone it is looked for; `nil` for all.
    ///   - namedChatIDs: the chats that those names mean which were typed after `in:`; `nil` where none was.
    nonisolated(nonsending) func query(
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
