/// One thing that was measured of one program at one size, once in each round.
struct Figure: Sendable {
    enum Unit: String, Sendable {
        case milliseconds = "ms"
        case megabytes = "MB"
        case kilobytes = "kB"
        case perSecond = "/s"
        case ratio = "×"
        case count = ""
    }

    /// What was measured, as in `start: CPU`; the same in each run.
    let name: String
    /// Of what, as in `10000 messages` or `8 senders`; empty where it has none.
    var size = ""
    var program = "confab"
    let unit: Unit
    /// In the order of the rounds, in `unit`; at least one.
    var samples: [Double]
    /// What it has to be, where that is known.
    var must: Must?

    var median: Double { Percentiles(samples).median }
    var least: Double { samples.min() ?? 0 }
    var most: Double { samples.max() ?? 0 }
    /// `nil` where nothing is asked of it.
    var isMet: Bool? { must?.isMet(by: median) }
}
