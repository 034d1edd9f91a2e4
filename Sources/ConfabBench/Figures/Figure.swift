/// One thing that was measured, and what to hold it against.
struct Figure: Hashable, Sendable {
    enum Unit: String, Hashable, Sendable {
        case milliseconds = "ms"
        case megabytes = "MB"
        case kilobytes = "kB"
        case count = ""
    }

    /// What was measured, as in `start: CPU to the first frame`; the same in each run.
    let name: String
    let value: Double
    let unit: Unit
    /// The most that `quality.md` allows, in the same unit; `nil` where it names none.
    var budget: Double?
    /// Something of the same kind, measured in the same run.
    var yardstick: Yardstick?

    struct Yardstick: Hashable, Sendable {
        let name: String
        /// In the unit of the figure.
        let value: Double
    }
}
