package import Conversations
package import Foundation
import SearchWords

/// A parsed search text: words, `"a phrase"`, `beginning*`, `-not`, `from:`, `in:`, `before:`, `after:`, `has:`.
package struct SearchedText: Hashable, Sendable {
    package enum Filter: String, CaseIterable, Sendable { case from, `in`, before, after, has }

    /// The query, without the named people and chats.
    package private(set) var query = SearchQuery()
    /// The words and phrases as typed, without excluded ones.
    private(set) var said: [String] = []
    /// The named senders and chats.
    private(set) var people: [String] = []
    package private(set) var chats: [String] = []
    /// The invalid filter values.
    package private(set) var unknown: [String] = []
    /// The filter at the end of the text, with its value so far; `nil` if the text ends otherwise.
    package private(set) var open: (filter: Filter, value: String, start: String.Index)?

    /// - Parameter today: the current day, for `today` and `yesterday`.
    package init(_ text: String, today: Date, calendar: Calendar = .current) {
        let days = SearchDays(today: today, calendar: calendar)
        for part in SearchedTextPart.parts(of: text) {
            let isLast = part.end == text.endIndex
            guard let filter = part.filter.flatMap({ Filter(rawValue: $0.lowercased()) }) else {
                add(part, isLast: isLast)
                continue
            }
            if isLast { open = (filter, part.value, part.start) }
            guard !part.value.isEmpty else { continue }
            add(part.value, for: filter, days)
        }
    }

    package var isEmpty: Bool { query == SearchQuery() && people.isEmpty && chats.isEmpty }

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

    private mutating func add(_ value: String, for filter: Filter, _ days: SearchDays) {
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

    package static func == (left: Self, right: Self) -> Bool {
        left.query == right.query && left.people == right.people && left.chats == right.chats
            && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(query)
        hasher.combine(people)
        hasher.combine(chats)
    }
}

/// Parses the dates of a search: `2026-11-25`, `2026-11`, `2026`, `today`, `yesterday`.
struct SearchDays {
    let today: Date
    let calendar: Calendar

    /// Returns the time range of a date in milliseconds since 1970; `nil` if it is invalid.
    func range(of text: String) -> Range<Int64>? {
        switch text.lowercased() {
        case "today": return range(.day, at: today)
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today).flatMap { range(.day, at: $0) }
        default: break
        }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let year = numbers.first ?? nil, (1970...9999).contains(year), !numbers.contains(nil), numbers.count <= 3
        else { return nil }
        let (month, day) = (numbers.count > 1 ? numbers[1] : nil, numbers.count > 2 ? numbers[2] : nil)
        // A number far out of range could overflow within the calendar.
        guard (1...12).contains(month ?? 1), (1...31).contains(day ?? 1) else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (year, month ?? 1, day ?? 1)
        guard let date = calendar.date(from: parts), parts.month == calendar.component(.month, from: date),
            parts.day == calendar.component(.day, from: date)
        else { return nil }
        return range(day != nil ? .day : month != nil ? .month : .year, at: date)
    }

    private func range(_ unit: Calendar.Component, at date: Date) -> Range<Int64>? {
        guard let interval = calendar.dateInterval(of: unit, for: date) else { return nil }
        return Int64(interval.start.timeIntervalSince1970 * 1_000)..<Int64(interval.end.timeIntervalSince1970 * 1_000)
    }
}

/// A word or a quoted phrase in a search text.
struct SearchedTextPart: Equatable {
    /// The start and end of the part in the text.
    let start: String.Index
    let end: String.Index
    /// The name before a colon.
    var filter: String?
    var value = ""
    var isQuoted = false
    /// Whether a `-` precedes the part.
    var isExcluded = false

    /// Splits a text into parts. An unclosed quotation extends to the end.
    static func parts(of text: String) -> [SearchedTextPart] {
        var parts: [SearchedTextPart] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            var part = SearchedTextPart(start: start, end: start)
            rest = rest[start...]
            if rest.first == "-", rest.dropFirst().first.map({ !$0.isWhitespace }) ?? false {
                part.isExcluded = true
                rest = rest.dropFirst()
            }
            if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "\"" || $0.isWhitespace }), rest[colon] == ":",
                rest[..<colon].allSatisfy(\.isLetter), colon != rest.startIndex
            {
                part.filter = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.first == "\"" {
                part.isQuoted = true
                rest = rest.dropFirst()
                part.value = String(rest.prefix { $0 != "\"" })
                rest = rest[rest.index(rest.startIndex, offsetBy: part.value.count)...].dropFirst()
            } else {
                part.value = String(rest.prefix { !$0.isWhitespace })
                rest = rest[rest.index(rest.startIndex, offsetBy: part.value.count)...]
            }
            parts.append(part.ending(at: rest.startIndex))
        }
        return parts
    }

    private func ending(at end: String.Index) -> SearchedTextPart {
        SearchedTextPart(
            start: start, end: end, filter: filter, value: value, isQuoted: isQuoted, isExcluded: isExcluded)
    }
}
