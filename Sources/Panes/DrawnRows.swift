/// What stood in which row of a pane when it was drawn last: a mouse points at what is seen, whatever came since.
struct DrawnRows<Target> {
    private var targets: [Int: Target] = [:]

    subscript(y: Int) -> Target? { targets[y] }

    mutating func forget() { targets = [:] }

    /// - Parameters:
    ///   - y: counted from the pane's own top.
    ///   - rows: how many rows it has.
    mutating func note(_ target: Target, y: Int, rows: Int = 1) {
        for row in y..<y + max(0, rows) { targets[row] = target }
    }
}
