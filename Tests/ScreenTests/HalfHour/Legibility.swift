import TestSupport

/// What makes a screen of the program illegible, by rules that hold on each of them.
struct Legibility {
    let screen: ScreenEmulator
    /// How many colours the terminal has.
    let colors: Int
    /// A row that shows the beginning of one of these must go on with it, or say that it is cut.
    let longNames: [String]
    let rows: [String]

    init(screen: ScreenEmulator, colors: Int, longNames: [String] = []) {
        self.screen = screen
        self.colors = colors
        self.longNames = longNames
        rows = screen.rows
    }

    /// Each in words; none where the screen is legible.
    var faults: [String] {
        guard rows.count > 2 else { return ["there are \(rows.count) rows"] }
        let footer = readFooter()
        let wall = findWall()
        return statusLineFaults + faults(of: footer) + faults(of: wall, footer) + cursorFaults(footer) + colorFaults
            + listFaults(wall) + cutFaults
    }

    /// The first row is reversed from end to end, and has blanks or words at its ends.
    private var statusLineFaults: [String] {
        let isReversed = (0..<screen.width).allSatisfy { screen.cell(x: $0, y: 0).style.isReversed }
        return isReversed ? [] : ["the status line is not one bar: “\(rows[0])”"]
    }

    /// No colour that the terminal doesn't have, or hides on its background; and no weak letters, only weak lines.
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

    /// Those that are drawn, also where a terminal has only ASCII.
    private static let lines = Set(" ─│├┤┬┴┼┌┐└┘┆↪-|+>:")

    /// What is cut says so: by `…`, or by going on in the next row.
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
                    // What lies over the next row hides how it goes on.
                    let next = y + 1 < rows.count ? rows[y + 1] : ""
                    let goesOn = next.contains(missing) || next.hasPrefix("─ ") || next.hasPrefix("- ")
                    if !missing.isEmpty, following.first != "…", !goesOn { faults.append("“\(name)” cut in “\(row)”") }
                }
            }
        }
        return faults
    }
}
