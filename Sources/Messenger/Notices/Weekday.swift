/// A day of the week, as it is written in the settings.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday = "Mon"
    case tuesday = "Tue"
    case wednesday = "Wed"
    case thursday = "Thu"
    case friday = "Fri"
    case saturday = "Sat"
    case sunday = "Sun"

    package var previous: Weekday {
        let all = Weekday.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + all.count - 1) % all.count]
    }
}
