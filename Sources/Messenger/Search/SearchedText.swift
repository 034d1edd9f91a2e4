import Conversations
import Foundation
import SearchWords

/// A parsed search text: words, `"a phrase"`, `beginning*`, `-not`, `from:`, `in:`, `before:`, `after:`, `has:`.
struct SearchedText: Hashable, Sendable {
    enum Filter: String, CaseIterable, Sendable { case from, `in`, before, after, has }

    /// The query, without the named people and chats.
    private(set) var query = SearchQuery()
    /// The words and phrases as typed, without excluded ones.
    private(set) var said: [String] = []
    /// The named senders and chats.
    private(set) var people: [String] = []
    private(set) var chats: [String] = []
    /// The invalid filter values.
    private(set) var unknown: [String] = []
    /// The filter at the end of the text, with its value so far; `nil` if the text ends otherwise.
    private(set) var open: (filter: Filter, value: String, start: String.Index)?

    /// - Parameter today: the current day, for `today` and `yesterday`.
    init(_ text: String, today: Date, calendar: Calendar = .current) {
        let days = SearchDays(today: today, calendar: calendar)
        for part in SearchedTextPart.parts(of: text) {
            let isLast = part.end == text.endIndex
            guard let filter = part.filter.flatMap({ Filter(rawValue: $0.lowercased()) }) else {
                add(part, isLast: isLast)
                continue
            }
            if isLast { open = (filter, part.value, part.start) }
            guard !part.value.isEmpty else { continue }
            take(part.value, for: filter, days)
        }
    }

    var isEmpty: Bool { query == SearchQuery() && people.isEmpty && chats.isEmpty }

    private mutating func add(_ part: SearchedTextPart, isLast: Bool) {
        var text = part.filter.map { $0 + ":" } ?? ""
        text += part.value
        let isBeginning = !part.isQuoted && text.hasSuffix("*")
        let term = SearchTerm(text, isPrefix: isBeginning || isLast && !part.isQuoted)
        guard let term else { return }
        if part.isExcluded { return query.excluded.append(term) }
        query.terms.append(term)
        said.append(part.isQuoted ? "\"\(text)\"" : isBeginning ? String(text.dropLast()) : text)
    }

    private mutating func take(_ value: String, for filter: Filter, _ days: SearchDays) {
        switch filter {
        case .from: people.append(value)
        case .in: chats.append(value)
        case .has:
            guard let content = SearchQuery.Content(rawValue: value.lowercased()) else { return unknown.append(value) }
            query.contents.insert(content)
        case .before, .after:
            guard let day = days.range(of: value) else { return unknown.append(value) }
            let times = query.times
            query.times =
                filter == .before
                ? times.clamped(to: 0..<max(0, day.lowerBound)) : times.clamped(to: max(0, day.lowerBound)..<Int64.max)
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.query == right.query && left.people == right.people && left.chats == right.chats
            && left.unknown == right.unknown
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(query)
        hasher.combine(people)
        hasher.combine(chats)
    }
}
