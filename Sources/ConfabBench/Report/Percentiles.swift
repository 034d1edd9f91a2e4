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
