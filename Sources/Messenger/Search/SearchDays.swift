import Foundation

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
