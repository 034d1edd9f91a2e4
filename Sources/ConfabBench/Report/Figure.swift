/// A measured value of a program at a size, with a sample for each round.
struct Figure: Sendable {
    enum Unit: String, Sendable {
        case milliseconds = "ms"
        case megabytes = "MB"
        case kilobytes = "kB"
        case perSecond = "/s"
        case ratio = "×"
        case count = ""
    }

    /// The name of the measurement, as in `start: CPU`; the same in each run.
    let name: String
    /// The size, as in `10000 messages` or `8 senders`; empty if it has none.
    var size = ""
    var program = "confab"
    let unit: Unit
    /// The samples in the order of the rounds, in `unit`; at least one.
    var samples: [Double]
    /// The required bound, if there is one.
    var must: Must?

    var median: Double { Percentiles(samples).median }
    var least: Double { samples.min() ?? 0 }
    var most: Double { samples.max() ?? 0 }
    /// `nil` if it has no bound.
    var isMet: Bool? { must?.isMet(by: median) }
}
