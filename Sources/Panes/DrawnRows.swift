/// The targets in each row of a pane as drawn last. A click applies to what is on screen, even if the model has
/// changed since.
struct DrawnRows<Target> {
    private var targets: [Int: Target] = [:]

    subscript(y: Int) -> Target? { targets[y] }

    mutating func forget() { targets = [:] }

    /// - Parameters:
    ///   - y: the row, counted from the top of the pane.
    ///   - rows: the height of the target in rows.
    mutating func note(_ target: Target, y: Int, rows: Int = 1) {
        for row in y..<y + max(0, rows) { targets[row] = target }
    }
}
