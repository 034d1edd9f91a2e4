import Conversations
import Storage

/// Asks the index of words, and has it take in what comes.
@MainActor
struct SearchArchive {
    private static let pageSize = 50
    private static let mostPeople = 20

    let index: SearchIndex
    let queue: EventQueue
    let tasks: TaskSet

    /// Answers with ``SearchEvent/answered(_:)``.
    func ask(_ question: SearchQuestion) {
        tasks.run { [index, queue] in
            await queue.post(SearchEvent.answered(Self.answer(question, index)))
        }
    }

    /// From now on, as long as the session lasts.
    func keepUp() {
        tasks.run { [index, queue] in
            await index.keepUp { await queue.post(SearchEvent.tookIn) }
        }
    }

    private nonisolated static func answer(_ question: SearchQuestion, _ index: SearchIndex) async -> SearchAnswer {
        do throws(StorageError) {
            var query = question.text.query
            query.chatIDs = question.chatID.map { [$0] }
            if let named = question.namedChatIDs { query.chatIDs = query.chatIDs?.intersection(named) ?? named }
            for name in question.text.people {
                let people = Set(try await index.people(named: name, limit: .max).map(\.userID))
                query.senders = query.senders?.union(people) ?? people
            }
            var candidates: [SearchPerson] = []
            if case (.from, let value, _)? = question.text.open {
                candidates = try await index.people(named: value, limit: mostPeople)
            }
            return SearchAnswer(
                question: question, page: try await index.find(query, before: question.before, limit: pageSize),
                isWhole: try await index.isWhole(), people: candidates)
        } catch {
            return SearchAnswer(question: question, page: nil, isWhole: false, people: [])
        }
    }
}
