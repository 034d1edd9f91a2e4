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

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

/// The median and the 99th percentile of readings.
struct Percentiles {
    let median: Double
    /// The 99th percentile.
    let ninetyNinth: Double

    /// - Parameter readings: The readings; if it is empty, both are 0.
    init(_ readings: [Double]) {
        let sorted = readings.sorted()
        let count = sorted.count
        guard count > 0 else {
            (median, ninetyNinth) = (0, 0)
            return
        }
        median = count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + sorted[count / 2]) / 2 : sorted[count / 2]
        ninetyNinth = sorted[min(count - 1, count * 99 / 100)]
    }
}

/// The bound of a figure, which its median is compared with.
struct Must: Sendable {
    enum Bound: String, Sendable {
        case most, least
    }

    let bound: Bound
    /// The value in the figure's unit.
    let value: Double
    /// The source of the value, as in `weechat` or `6 × bare inserts`; empty if it is a fixed number.
    var reason = ""

    func isMet(by median: Double) -> Bool {
        switch bound {
        case .most: median <= value
        case .least: median >= value
        }
    }
}
