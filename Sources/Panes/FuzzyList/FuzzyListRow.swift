import Terminal
import ViewModels

/// Draws one row of a searched list: title, detail, text at the right, and highlighted matches.
@MainActor
struct FuzzyListRow {
    let row: FuzzyListRowViewModel
    let matcher: FuzzyMatcher
    let isSelected: Bool

    /// The minimum width of a detail; less would be unreadable.
    private static let narrowestDetail = 6
    /// The columns reserved for the reason, for which the title is shortened. A row that is unavailable must not look
    /// available.
    private static let wantedReason = 10
    private static let titleStart = 2
    private static let reasonStart = 4

    /// - Parameter canvas: a line, or several if the reason continues below the title, see ``reasonLines(width:)``.
    func draw(on canvas: Canvas) {
        let width = canvas.size.width
        guard width > Self.titleStart else { return }
        let first = Rectangle(x: 0, y: 0, width: width, height: 1)
        if isSelected {
            canvas.fill(first, style: Theme.selection)
            canvas.draw(Marks.selected, at: Point(x: 0, y: 0), style: style(Theme.text))
        }
        // A key name that is cut off is useless, so the title is shortened instead.
        let trailingStart = trailingStart(width: width)
        if trailingStart < width {
            canvas.drawRight(
                row.trailing.string, right: width - 1, y: 0,
                style: style(row.isEmphasized ? Theme.unread : Theme.dim), left: trailingStart)
        }
        let below = canvas.size.height > 1 ? reasonLines(width: width) : []
        let end = trailingStart - 1
        let detail = below.isEmpty ? inlineDetail : ""
        let base = row.choose.reason != nil ? Theme.dim : row.isEmphasized ? Theme.unread : Theme.text
        let used = draw(
            row.title.string, ranges: row.matches + matcher.ranges(inTitle: row.searchedTitle), at: Self.titleStart,
            width: titleRoom(before: trailingStart < width ? end : width, detail: detail), style: base, on: canvas)
        for (place, line) in below.enumerated() {
            canvas.draw(line, at: Point(x: Self.reasonStart, y: 1 + place), style: Theme.text)
        }
        let isReason = row.choose.reason != nil
        let x = Self.titleStart + used + (isReason ? 1 : 2)
        guard !detail.isEmpty, end - x >= (isReason ? 1 : Self.narrowestDetail) else { return }
        let ranges = isReason ? [] : matcher.ranges(inOther: row.searchedDetail)
        draw(detail, ranges: ranges, at: x, width: end - x, style: Theme.dim, on: canvas)
    }

    /// Returns the reason why a selected row is unavailable as lines below its title, if it doesn't fit beside it.
    func reasonLines(width: Int) -> [String] {
        guard isSelected, let reason = row.choose.reason, width > Self.reasonStart + 1 else { return [] }
        let whole = Self.titleStart + TextWidth.columns(row.title.string) + 1 + TextWidth.columns(inlineDetail)
        if whole < trailingStart(width: width) { return [] }
        return TextWrapping.lines(reason.string, width: width - Self.reasonStart - 1)
    }

    private var inlineDetail: String { row.choose.reason.map { "– " + $0.string } ?? row.detail.string }

    /// Returns the column before which the title and the text beside it must end.
    private func trailingStart(width: Int) -> Int {
        guard !row.trailing.isEmpty else { return width }
        return max(min(width, Self.titleStart + 8), width - 1 - TextWidth.columns(row.trailing.string))
    }

    private func titleRoom(before end: Int, detail: String) -> Int {
        let room = end - Self.titleStart
        guard row.choose.reason != nil, !detail.isEmpty else { return room }
        return max(room / 2, room - 1 - min(Self.wantedReason, TextWidth.columns(detail)))
    }

    /// - Returns: the number of columns drawn.
    @discardableResult
    private func draw(
        _ text: String, ranges: [Range<Int>], at x: Int, width: Int, style base: Style, on canvas: Canvas
    ) -> Int {
        let used = canvas.drawShortened(text, at: Point(x: x, y: 0), style: style(base), width: width)
        guard !ranges.isEmpty else { return used }
        let isCut = used < TextWidth.columns(text)
        let order = RowOrder(line: text, width: isCut ? used - 1 : used)
        var column = 0
        for (place, character) in text.enumerated() {
            let columns = TextWidth.columns(character)
            // The last column shows that the text was cut off.
            if isCut, column + columns > used - 1 { break }
            if ranges.contains(where: { $0.contains(place) }) {
                // A symbol at the left moves the text by its column.
                let start = order.map { $0.column(of: place) + (isCut && $0.isRightToLeft ? 1 : 0) } ?? column
                canvas.restyle(from: x + start, y: 0, columns: columns) {
                    $0.attributes.remove(.dim)
                    $0.attributes.formUnion([.bold, .underline])
                }
            }
            column += columns
        }
        return used
    }

    private func style(_ style: Style) -> Style {
        isSelected ? Theme.selected(style) : style
    }
}
