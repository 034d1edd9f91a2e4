import TestSupport

/// Rules of legibility that every screen of the program has to satisfy.
struct Legibility {
    let screen: ScreenEmulator
    /// The number of colors of the terminal.
    let colors: Int
    /// The long names. A row that shows the beginning of one must show all of it, or mark the cut.
    let longNames: [String]
    let rows: [String]

    init(screen: ScreenEmulator, colors: Int, longNames: [String] = []) {
        self.screen = screen
        self.colors = colors
        self.longNames = longNames
        rows = screen.rows
    }

    /// The faults as text. Empty if the screen is legible.
    var faults: [String] {
        guard rows.count > 2 else { return ["there are \(rows.count) rows"] }
        let footer = readFooter()
        let wall = findWall()
        return statusLineFaults + faults(of: footer) + faults(of: wall, footer) + cursorFaults(footer) + colorFaults
            + listFaults(wall) + cutFaults
    }

    /// The faults of the first row, which must be reversed from end to end, with blanks or text at its ends.
    private var statusLineFaults: [String] {
        let isReversed = (0..<screen.width).allSatisfy { screen.cell(x: $0, y: 0).style.isReversed }
        return isReversed ? [] : ["the status line is not one bar: “\(rows[0])”"]
    }

    /// The faults of colors. A color must exist in the terminal, and be visible on its background. Only lines may be
    /// dim, not letters.
    private var colorFaults: [String] {
        for y in 0..<screen.height {
            for x in 0..<screen.width {
                let style = screen.cell(x: x, y: y).style
                let used = [style.foreground, style.background].compactMap(\.self)
                if used.contains(8) { return ["colour 8 at \(x),\(y)"] }
                let text = screen.cell(x: x, y: y).text
                let isWeak = style.isDim && text.contains { !Self.lines.contains($0) }
                if isWeak { return ["dim “\(text)” at \(x),\(y)"] }
                if used.contains(where: { $0 >= colors }) { return ["a colour at \(x),\(y) of \(colors) colours"] }
            }
        }
        return []
    }

    /// The characters of drawn lines, including those for terminals that have only ASCII.
    private static let lines = Set(" ─│├┤┬┴┼┌┐└┘┆↪-|+>:")

    /// The faults of cut names. A cut must be marked with `…`, or the name must continue in the next row.
    private var cutFaults: [String] {
        var faults: [String] = []
        for name in longNames {
            let beginning = String(name.prefix(8))
            for (y, row) in rows.enumerated() {
                for range in row.ranges(of: beginning) {
                    let rest = row[range.lowerBound...]
                    let shown = zip(name, rest).prefix { $0 == $1 }.count
                    let following = rest.dropFirst(shown)
                    let missing = name.dropFirst(shown).drop { $0 == " " }.prefix { $0 != " " }
                    // An overlay on the next row hides the continuation.
                    let next = y + 1 < rows.count ? rows[y + 1] : ""
                    let goesOn = next.contains(missing) || next.hasPrefix("─ ") || next.hasPrefix("- ")
                    if !missing.isEmpty, following.first != "…", !goesOn { faults.append("“\(name)” cut in “\(row)”") }
                }
            }
        }
        return faults
    }
}
