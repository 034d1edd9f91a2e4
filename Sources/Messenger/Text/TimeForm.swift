/// How times and dates are written.
package struct TimeForm: Hashable, Sendable {
    package enum Clock: String, CaseIterable, Sendable {
        /// As the locale has it.
        case auto
        case twelve = "12"
        case twentyFour = "24"
    }

    package enum Dates: String, CaseIterable, Sendable {
        /// `21 Nov`, before this year `2025-11-21`.
        case dayFirst = "day-first"
        /// `Nov 21`, before this year `2025-11-21`.
        case monthFirst = "month-first"
        /// `2025-11-21`.
        case iso
    }

    package var clock = Clock.auto
    package var dates = Dates.dayFirst

    package init() {}
}
