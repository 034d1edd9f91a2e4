/// The middle and the edge of many readings.
struct Percentiles {
    let median: Double
    /// Of a hundred readings all but one are below it.
    let ninetyNinth: Double

    /// - Parameter readings: without any both are 0.
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
