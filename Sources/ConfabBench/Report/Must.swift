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
