import ViewModels

/// Reads the results of a searchable list: messages, chats on the server, threads.
@MainActor
final class LinearFinder {
    private static let page = 20

    private let voice: Announcer
    private let choices: LinearChoices
    /// The latest list as it arrived, and whether it must still be handled.
    private var newest: FuzzyListViewModel?
    private var isNew = false
    private var model: FuzzyListViewModel?
    /// The search text for the next list.
    private var wanted: String?
    private var number: Int?
    /// The number of rows read so far.
    private var saidCount = 0
    private var hasAnswered = false
    private var awaitsMore = false
    /// Whether a row that loads more rows was chosen.
    private var awaitsAll = false
    /// Called before a row is chosen.
    var opens: () -> Void = {}
    /// Called once the search ended, with or without results.
    var hasFound: () -> Void = {}

    init(_ picker: Event<FuzzyListViewModel?>, voice: Announcer, choices: LinearChoices) {
        self.voice = voice
        self.choices = choices
        picker.subscribe(self) { finder, model in (finder.newest, finder.isNew) = (model, true) }
    }

    func present() {
        guard isNew else { return }
        isNew = false
        apply(newest)
    }

    var isOpen: Bool { model != nil }
    /// Whether messages were searched, so that choosing a row goes to a message.
    private(set) var isSearch = false

    /// Searches in the next list.
    func search(for words: String) {
        close()
        wanted = words
    }

    /// Closes the list. Its rows can still be chosen by number until something else is listed.
    func close() {
        model?.cancel()
        (model, number, wanted, awaitsMore, awaitsAll) = (nil, nil, nil, false, false)
    }

    /// - Returns: whether there is a list that may have more rows.
    func more() -> Bool {
        guard let model, saidCount > 0 else { return false }
        if model.rows.count > saidCount {
            sayRows(of: model)
        } else if model.hasMore {
            awaitsMore = true
            model.nearEnd()
        } else {
            voice.announce(.words("linear.that-is-all"))
        }
        return true
    }

    private func apply(_ model: FuzzyListViewModel?) {
        guard let model else {
            self.model = nil
            return
        }
        if number != model.number || self.model == nil {
            (number, saidCount, hasAnswered) = (model.number, 0, false)
            self.model = model
            isSearch = wanted != nil
            if let words = wanted {
                wanted = nil
                // Search all chats instead of the open one, whose messages the user knows better.
                _ = model.turn()
                return model.queryChanged(words)
            }
        }
        self.model = model
        if awaitsAll {
            guard model.busyText.isEmpty || !model.errorText.isEmpty else { return }
            (awaitsAll, hasAnswered, saidCount) = (false, false, 0)
        }
        if hasAnswered {
            guard awaitsMore, model.rows.count > saidCount || !model.hasMore else { return }
            awaitsMore = false
            return sayRows(of: model)
        }
        let hasNothing = model.rows.allSatisfy(\.findsMore)
        if hasNothing, model.emptyText.isEmpty || !model.busyText.isEmpty, model.errorText.isEmpty { return }
        hasAnswered = true
        defer { hasFound() }
        if !isSearch { voice.announce(model.title.sentence) }
        if !model.errorText.isEmpty { voice.announce(model.errorText.sentence) }
        if model.rows.isEmpty { return voice.announce(model.emptyText.sentence) }
        if !model.busyText.isEmpty { voice.announce(model.busyText.sentence) }
        if isSearch { voice.announce(.words("linear.found")) }
        choices.announce([])
        sayRows(of: model)
    }

    private func sayRows(of model: FuzzyListViewModel) {
        let rows = model.rows.dropFirst(saidCount).prefix(Self.page)
        saidCount += rows.count
        choices.add(rows.map(row))
        let hasMore = model.rows.count > saidCount || model.hasMore
        voice.announce(hasMore ? .words("linear.choose-or-more") : .words("linear.choose"))
    }

    private func row(_ row: FuzzyListRowViewModel) -> LinearChoices.Row {
        var title = row.title
        if !row.detail.isEmpty { title = .words("linear.detail", ["text": title.string, "detail": row.detail.string]) }
        if !row.trailing.isEmpty {
            title = .words("linear.detail", ["text": title.string, "detail": row.trailing.string])
        }
        let choose: Action<Void> =
            row.choose.reason.map { .unavailable($0) }
            ?? .available { [weak self] in
                if row.findsMore { self?.awaitsAll = true } else { self?.opens() }
                row.choose()
            }
        return LinearChoices.Row(title: title, question: row.question, choose: choose)
    }
}
