/// Moves through rows of different heights, and only asks for the heights of the rows it passes.
struct ChatScroll {
    let rowCount: Int
    /// Returns the number of lines of a row, at least 1.
    let height: (Int) -> Int

    /// Returns the top line of a view that ends with the last line.
    func latestTop(viewHeight: Int) -> ChatPlace {
        guard rowCount > 0 else { return .start }
        let last = ChatPlace(row: rowCount - 1, line: height(rowCount - 1) - 1)
        return moved(last, by: -(max(1, viewHeight) - 1))
    }

    /// Returns the place a number of lines further down, or up if negative. It stops at the first and the last line.
    func moved(_ place: ChatPlace, by lines: Int) -> ChatPlace {
        guard rowCount > 0 else { return .start }
        var place = ChatPlace(row: min(max(0, place.row), rowCount - 1), line: max(0, place.line))
        place.line = min(place.line, height(place.row) - 1)
        var rest = lines
        while rest < 0 {
            if place.line + rest >= 0 {
                place.line += rest
                return place
            }
            guard place.row > 0 else { return .start }
            rest += place.line + 1
            place.row -= 1
            place.line = height(place.row) - 1
        }
        while rest > 0 {
            let below = height(place.row) - 1 - place.line
            if rest <= below {
                place.line += rest
                return place
            }
            guard place.row < rowCount - 1 else {
                place.line += below
                return place
            }
            rest -= below + 1
            place.row += 1
            place.line = 0
        }
        return place
    }

    /// Whether fewer than the given number of lines are above a place.
    func isNearStart(_ place: ChatPlace, within lines: Int) -> Bool {
        moved(place, by: -lines) == .start
    }
}
