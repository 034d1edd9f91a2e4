/// What a figure has to be. The median is held against it.
struct Must: Sendable {
    enum Bound: String, Sendable {
        case most, least
    }

    let bound: Bound
    /// In the figure's unit.
    let value: Double
    /// Where the value comes from, as in `weechat` or `6 × bare inserts`; empty where it is a number by itself.
    var reason = ""

    func isMet(by median: Double) -> Bool {
        switch bound {
        case .most: median <= value
        case .least: median >= value
        }
    }
}
