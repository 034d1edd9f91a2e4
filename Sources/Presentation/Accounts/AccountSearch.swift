import Conversations
import Engine
import Messenger
import SearchWords
package import ViewModels

/// Searches the messages of an account for the screen of another account in the same window.
///
/// It has its own query and results, so that the account's own search list stays unchanged. A query that is typed
/// before the index answers replaces the pending query.
@MainActor
package final class AccountSearch {
    /// Called when ``rows`` change.
    package var onChange: @MainActor () -> Void = {}

    private let parts: SessionParts
    private let archive: SearchArchive
    private let memo = SearchLineCache()
    private var text = ""
    private var number = 0
    private var hits: [SearchHit] = []
    private var terms: [SearchTerm] = []
    private var next: Int64?
    private var isRunning = false
    private var waiting: SearchIndexQuery?

    init(_ parts: SessionParts) {
        self.parts = parts
        archive = parts.effects.searchArchive
    }

    /// Whether the newest query is still unanswered.
    package var isAsking: Bool { isRunning || waiting != nil }

    /// Whether there may be more results after the last row.
    package var hasMore: Bool { next != nil }

    /// Searches for a text as it is typed; an empty text finds nothing.
    package func search(for text: String) {
        guard text != self.text else { return }
        self.text = text
        number += 1
        next = nil
        guard !searched.isEmpty else {
            (hits, waiting) = ([], nil)
            return
        }
        ask(before: nil)
    }

    /// Loads the results that are older than the last row.
    package func more() {
        if !isAsking, let next { ask(before: next) }
    }

    /// The messages that were found, the newest first. Choosing a row opens the message in its account.
    package var rows: [FuzzyListRowViewModel] {
        memo.begin(terms, count: hits.count)
        let list = parts.state.chatList
        let names = Dictionary(
            hits.map { ($0.chatID, DisplayText(sanitizing: list.chat($0.chatID).map(Naming.chat) ?? $0.chatID)) }
        ) { first, _ in first }
        let time = TimeText(now: parts.environment.now(), form: parts.state.settings.settings.times)
        let builder = SearchRowBuilder(chatNames: names, time: time, memo: memo)
        return hits.map { hit in
            builder.row(hit) { [queue = parts.queue, text] in
                queue.post(SearchEvent.chosen(hit, text: text))
            }
        }
    }

    private var searched: SearchedText { SearchedText(text, today: parts.environment.today) }

    private func ask(before place: Int64?) {
        let text = searched
        let question = SearchIndexQuery(
            number: number, text: text, chatID: nil,
            namedChatIDs: text.namedChatIDs(among: parts.state.chatList.all), before: place)
        if isRunning { waiting = question } else { run(question) }
    }

    private func run(_ question: SearchIndexQuery) {
        isRunning = true
        archive.answer(question) { [weak self] in self?.apply($0) }
    }

    private func apply(_ answer: SearchIndexResult) {
        isRunning = false
        if answer.question.number == number {
            let found = answer.page?.hits ?? []
            hits = answer.question.before == nil ? found : hits + found
            terms = answer.question.text.query.terms
            next = answer.page?.next
        }
        if let waiting {
            self.waiting = nil
            run(waiting)
        }
        onChange()
    }
}
