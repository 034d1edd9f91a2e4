import Dispatch
import Engine
import ViewModels

/// Checks words in the dictionaries of this machine off the main actor, because the first check reads them from disk.
@MainActor
final class SpellingEndpoint {
    private let queue: EventQueue
    private let worker = DispatchQueue(label: "im.confab.spelling")
    private let dictionaries = SpellingDictionaries()

    init(queue: EventQueue) {
        self.queue = queue
    }

    func check(_ words: [String], setting: String) {
        worker.async { [queue, dictionaries] in
            let lack = dictionaries.open(setting)
            let misspelt = lack == nil ? words.filter { !dictionaries.knows($0) } : []
            Task { await queue.post(SpellingEvent.answered(misspelt, lack, setting: setting)) }
        }
    }

    /// Finds suggestions for a word.
    func suggest(for query: CompletionQuery, setting: String) {
        worker.async { [queue, dictionaries] in
            let words = dictionaries.open(setting) == nil ? dictionaries.suggestions(for: query.text) : []
            let found = words.map(CompletionCandidate.spelling) + [.newWord(query.text)]
            Task { await queue.post(CompletionEvent.found(query, found)) }
        }
    }

    func add(_ word: String, setting: String) {
        worker.async { [dictionaries] in
            if dictionaries.open(setting) == nil { dictionaries.add(word) }
        }
    }
}
