/// The middle and the edge of many readings.
struct Percentiles {
    let median: Double
    /// Of a hundred readings all but one are below it.
    let ninetyNinth: Double

    /// - Parameter readings: at least one.
    init(_ readings: [Double]) {
        let sorted = readings.sorted()
        median = sorted[sorted.count / 2]
        ninetyNinth = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
}
