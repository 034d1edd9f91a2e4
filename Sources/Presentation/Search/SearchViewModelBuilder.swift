import Conversations
import Engine
import Foundation
import Messenger
import ViewModels

/// Builds the list of search results.
struct SearchViewModelBuilder {
    let number: Int
    let content: SearchContent
    let time: TimeText
    let queue: EventQueue
    var memo = SearchLineCache()

    func build() -> FuzzyListViewModel {
        let found = found
        memo.begin(content.terms, count: found.count)
        var model = FuzzyListViewModel(
            number: number, title: title, placeholder: .words("search.placeholder"),
            rows: content.text.isEmpty ? hints : candidates + found.map(row) + offer,
            emptyText: emptyText, busyText: busyText, errorText: errorText,
            term: { _ in "" }, nearEnd: { [queue] in queue.post(SearchEvent.more) },
            queryChanged: { [queue] in queue.post(SearchEvent.typing($0)) },
            cancel: leave)
        model.beginning = FuzzyListViewModel.InitialState(
            text: content.beginning, row: content.beginning.isEmpty ? nil : content.visited.map(Self.id))
        model.beside = beside
        if !content.isInChat { model.searchedText = content.text }
        if !content.text.isEmpty {
            model.chose = { [queue, found] id in
                queue.post(SearchContextEvent.chosen(found.first { Self.id(of: $0) == id }))
            }
        }
        model.hasMore = content.hasMore || content.server.next != nil && walk == nil
        model.imposed = FuzzyListViewModel.ReplacedText(number: content.imposedNumber, text: content.imposedText)
        model.recall = .available { [queue] in queue.post(SearchEvent.recalled) }
        model.turn =
            content.openChatName == nil
            ? .unavailable(.words("search.no-chat-is-open")) : .available { [queue] in queue.post(SearchEvent.turned) }
        return model
    }

    /// Returns to the position before the first opened result, or else to the screen behind the list.
    private var leave: @MainActor () -> Void {
        { [queue, hasVisited = content.visited != nil] in
            queue.post(NavigationEvent.back)
            if hasVisited { queue.post(JumpEvent.returning) }
        }
    }

    private var title: DisplayText {
        guard let name = content.openChatName else { return .words("search.title") }
        return .words(content.isInChat ? "search.title-in-chat" : "search.title-in-all", ["chat": name])
    }

    private var emptyText: DisplayText {
        if let unknown = content.parsed.unknown.first { return .words("search.means-nothing", ["word": unknown]) }
        if content.isAsking || content.server.isAsking || content.parsed.isEmpty { return .empty }
        if content.server.question != nil, content.server.failure == nil, !content.server.isOffered,
            !content.server.isIncomplete
        {
            return .words("search.nothing-anywhere")
        }
        guard content.isInChat, let name = content.openChatName else { return .words("search.nothing-found") }
        return .words("search.nothing-found-here", ["chat": name])
    }

    private var busyText: DisplayText {
        if content.server.isAsking {
            guard let walk else { return .words("server.asking") }
            return .words(
                "search.walking",
                ["number": String(walk.doneCount), "total": String(walk.total), "day": day(walk)])
        }
        if content.server.isOffered, !found.isEmpty { return .words("search.last-row-asks-server") }
        if content.server.isIncomplete { return .words("search.server-is-reading-older") }
        return content.isWhole ? .empty : .words("search.is-reading-older")
    }

    private var walk: ServerWalk? { content.server.next?.walk }

    /// Returns the day back to which all messages were searched.
    private func day(_ walk: ServerWalk) -> String { time.date(walk.next?.reached ?? walk.end) }

    private var errorText: DisplayText {
        if content.isUnreadable { return .words("search.is-unreadable") }
        return content.server.failure.map { .words("search.server-failed", ["reason": $0.text]) } ?? .empty
    }

    /// Returns the row that offers to query the server. The user decides, since the server gets the search text, and
    /// a walk needs many pages.
    private var offer: [FuzzyListRowViewModel] {
        guard !content.server.isAsking, !content.hasMore else { return [] }
        if content.server.isOffered, let question = content.server.question {
            return [
                asking(
                    .words(found.isEmpty ? "search.ask-server-for-it" : "search.ask-server"),
                    .words(
                        question.isWalk ? "search.walk-means" : "search.ask-server-means",
                        count: question.chatIDs.count), by: ServerSearchEvent.wanted)
            ]
        }
        if let walk {
            return [
                asking(
                    .words(found.isEmpty ? "search.ask-server-further" : "search.walk-further"),
                    .words(
                        "search.walk-further-means",
                        ["number": String(walk.doneCount), "total": String(walk.total), "day": day(walk)]),
                    by: ServerSearchEvent.wanted)
            ]
        }
        guard content.server.next != nil, found.isEmpty else { return [] }
        return [
            asking(
                .words("search.ask-server-further"), .words("search.ask-server-further-means"), by: SearchEvent.more)
        ]
    }

    private func asking(
        _ title: DisplayText, _ detail: DisplayText, by event: some RoutedEvent
    ) -> FuzzyListRowViewModel {
        var row = FuzzyListRowViewModel(
            id: FuzzyListRowID("ask-server"), title: title, detail: detail,
            choose: .available { [queue] in queue.post(event) })
        row.findsMore = true
        return row
    }

    // MARK: Results

    /// The results by time. Results from the server that are older than the loaded local results are held back, since
    /// more local ones may precede them.
    private var found: [SearchHit] {
        let here = Set(content.hits.map(Self.id))
        let end = content.hasMore ? content.hits.last?.place ?? .max : .min
        let elsewhere = content.server.hits.filter { $0.place >= end && !here.contains(Self.id(of: $0)) }
        return elsewhere.isEmpty ? content.hits : (content.hits + elsewhere).sorted { $0.place > $1.place }
    }

    private var beside: FuzzyListContextViewModel? {
        guard let surroundings = content.surroundings else { return nil }
        let own = surroundings.hit.message.eventID
        return FuzzyListContextViewModel(
            title: content.chatNames[surroundings.hit.chatID] ?? .empty,
            lines: surroundings.lines.map { line in
                let name = SearchRowBuilder.name(of: line)
                let text = "\(time.short(line.message.timestamp)) \(name): \(line.message.line)"
                return FuzzyListContextViewModel.Line(
                    text: DisplayText(sanitizing: text), isChosen: line.message.eventID == own)
            })
    }

    private func row(_ hit: SearchHit) -> FuzzyListRowViewModel {
        SearchRowBuilder(chatNames: content.isInChat ? nil : content.chatNames, time: time, memo: memo).row(hit) {
            [queue] in queue.post(SearchEvent.chosen(hit))
        }
    }

    private static func id(of hit: SearchHit) -> FuzzyListRowID { SearchRowBuilder.id(of: hit) }

    // MARK: Hints and suggestions

    /// Returns rows for recent searches and for the search operators, which are inserted when selected.
    private var hints: [FuzzyListRowViewModel] {
        let recent = content.recent.map { text in
            hint(DisplayText(sanitizing: text), .words("search.was-searched-before"), typing: text)
        }
        return recent + Self.signs.map { hint($0.example, $0.meaning, typing: $0.typed) }
    }

    private func hint(_ title: DisplayText, _ detail: DisplayText, typing text: String) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            id: FuzzyListRowID("hint " + title.string), title: title, detail: detail,
            choose: .available { [queue] in queue.post(SearchEvent.typing(text, isImposed: true)) })
    }

    private static var signs: [(typed: String, example: DisplayText, meaning: DisplayText)] {
        [
            ("\"", .words("search.phrase"), .words("search.phrase-means")),
            ("", .words("search.beginning"), .words("search.beginning-means")),
            ("-", .words("search.without"), .words("search.without-means")),
            ("from:", .words("search.from"), .words("search.from-means")),
            ("in:", .words("search.in"), .words("search.in-means")),
            ("has:", .words("search.has"), .words("search.has-means")),
            ("before:", .words("search.before"), .words("search.before-means")),
            ("after:", .words("search.after"), .words("search.after-means")),
        ]
    }

    private var candidates: [FuzzyListRowViewModel] {
        guard let (filter, value, start) = content.parsed.open else { return [] }
        let before = String(content.text[..<start])
        return names(for: filter, value).map { name, detail in
            let quoted = name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
            let text = "\(before)\(filter.rawValue):\(quoted) "
            return FuzzyListRowViewModel(
                id: FuzzyListRowID("candidate " + name + detail),
                title: DisplayText(sanitizing: "\(filter.rawValue):\(quoted)"),
                detail: DisplayText(sanitizing: detail),
                choose: .available { [queue] in queue.post(SearchEvent.typing(text, isImposed: true)) })
        }
    }

    private func names(for filter: SearchedText.Filter, _ value: String) -> [(name: String, detail: String)] {
        switch filter {
        case .from: content.people.map { ($0.name, $0.userID) }
        case .in: content.chatsToName.map { ($0, "") }
        case .has:
            SearchQuery.Content.allCases.map(\.rawValue).filter { $0.hasPrefix(value) && $0 != value }.map { ($0, "") }
        case .before, .after: value.isEmpty ? [("yesterday", ""), ("today", "")] : []
        }
    }
}
