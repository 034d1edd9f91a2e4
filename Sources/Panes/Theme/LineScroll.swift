/// The scroll position of a text that may have more lines than its view: the first visible one.
struct LineScroll {
    private var firstVisible = 0
    private var visibleCount = 1

    /// Fits the position to the text. The highest position is only known once the text is drawn.
    ///
    /// - Returns: the visible lines, and the number of lines below the view. The number is negative if the text is
    ///   shorter than the view.
    mutating func fit<Line>(_ lines: [Line], height: Int) -> (visible: ArraySlice<Line>, below: Int) {
        visibleCount = height
        firstVisible = max(0, min(firstVisible, lines.count - visibleCount))
        return (lines.dropFirst(firstVisible).prefix(visibleCount), lines.count - firstVisible - visibleCount)
    }

    /// Scrolls by lines, down if positive.
    mutating func move(by lines: Int) { firstVisible = max(0, firstVisible + lines) }

    /// Scrolls to the beginning.
    mutating func reset() { firstVisible = 0 }

    /// - Returns: whether the action scrolls.
    mutating func perform(_ action: ActionID) -> Bool {
        switch action {
        case .scrollUp: move(by: -1)
        case .scrollDown: move(by: 1)
        case .scrollScreenUp: move(by: -max(1, visibleCount - 1))
        case .scrollScreenDown: move(by: max(1, visibleCount - 1))
        default: return false
        }
        return true
    }
}
