/// The format of times and dates.
package struct TimeForm: Hashable, Sendable {
    package enum Clock: String, CaseIterable, Sendable {
        /// The clock of the locale.
        case auto
        case twelve = "12"
        case twentyFour = "24"
    }

    package enum Dates: String, CaseIterable, Sendable {
        /// `21 Nov`; in earlier years `2025-11-21`.
        case dayFirst = "day-first"
        /// `Nov 21`; in earlier years `2025-11-21`.
        case monthFirst = "month-first"
        /// `2025-11-21`.
        case iso
    }

    package var clock = Clock.auto
    package var dates = Dates.dayFirst

    package init() {}
}
