/// A terminal emulator that supports only the sequences that the program may send. It records all others as unknown.
///
/// It supports the output of ncurses for terminfo's `xterm-256color`, and the modes that the program itself sets.
package struct ScreenEmulator: Sendable {
    /// The received sequences that are unknown, in readable form. Tests expect this to be empty.
    package private(set) var unknownSequences: [String] = []
    /// The numbers of the private modes (`CSI ? … h`) that are set.
    ///
    /// As in most terminals, the wheel sends arrow keys by default (1007).
    package private(set) var modes: Set<Int> = [7, 25, 1007]
    /// The saved modes, and whether they were set then.
    private var keptModes: [Int: Bool] = [:]
    package private(set) var title = ""
    package private(set) var bells = 0
    /// The desktop notifications, as they stand after `OSC 9;`, `OSC 777;` and `OSC 99;`.
    package private(set) var notices: [String] = []
    /// The last clipboard content, in base64 as received.
    package private(set) var clipboard = ""
    /// The number of queries for the background color. The emulator doesn't answer; a test sends the answer that it
    /// needs.
    package private(set) var backgroundQuestions = 0
    /// The number of graphics queries that any terminal answers. The emulator doesn't answer these either.
    package private(set) var graphicsQuestions = 0
    private var pictures = EmulatedPictures()
    /// The size of a cell in pixels.
    package static let cell = (width: 10, height: 20)
    /// Whether emoji of several code points take two columns together, instead of those of each part.
    package var joinsEmoji = false
    /// The answers that a terminal would send to cursor queries. The emulator doesn't send them; a test sends the
    /// answer that it needs.
    package private(set) var answers: [UInt8] = []
    private var keptTitles: [String] = []

    /// Whether the terminal reorders bidirectional text, as some do (BDSM).
    package private(set) var ordersText = true
    private static let knownModes: Set = [1, 7, 12, 25, 1000, 1004, 1006, 1007, 1049, 2004, 2026]

    private struct Cursor {
        var x = 0
        var y = 0
        var style = EmulatedStyle()
        /// Whether the last column was written, so that the next character begins a row.
        var isPastEnd = false
    }

    private var scanner = TokenScanner()
    private var grid: CellGrid
    /// The shell's screen while the program's screen is shown.
    private var shellGrid: CellGrid?
    private var position = Cursor()
    private var saved = Cursor()
    private var region: ClosedRange<Int>
    private var isInserting = false
    private var drawsLines = false
    private var last: Unicode.Scalar?

    package init(width: Int, height: Int) {
        grid = CellGrid(width: width, height: height)
        region = 0...grid.height - 1
    }

    package var width: Int { grid.width }
    package var height: Int { grid.height }

    /// The column and row, from 0.
    package var cursor: (x: Int, y: Int) { (position.x, position.y) }
    package var isCursorVisible: Bool { modes.contains(25) }

    /// Whether a frame has begun and not ended yet (synchronized output).
    package var isInFrame: Bool { modes.contains(2026) }
    /// Whether the program's own screen is shown, not the shell's.
    package var isAlternateScreen: Bool { shellGrid != nil }

    /// The rows, without the blanks at their ends.
    package var rows: [String] { (0..<height).map { grid.text(row: $0) } }

    /// The rows, each ended by `\n`.
    package var text: String { rows.map { $0 + "\n" }.joined() }

    package func cell(x: Int, y: Int) -> EmulatedCell { grid[x, y] }

    /// Returns the pixel in the middle of a cell, if one covers its letter.
    package func pixel(x: Int, y: Int) -> EmulatedPixel? {
        pictures.pixel(x: x, y: y, cellWidth: Self.cell.width) ?? grid[x, y].pixel
    }

    /// Whether no part of a picture is on the screen or stored.
    package var hasNoPictures: Bool { pictures.isEmpty }

    package func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for token in scanner.feed(bytes) { take(token) }
    }

    package mutating func resize(width: Int, height: Int) {
        grid.resize(width: width, height: height)
        shellGrid?.resize(width: width, height: height)
        region = 0...grid.height - 1
        move(x: position.x, y: position.y)
    }

    private mutating func take(_ token: TerminalToken) {
        switch token {
        case .text(let scalar): put(drawsLines ? Self.line(scalar) : scalar)
        case .control(let byte): control(byte)
        case .escape(let signs, let final): escape(signs, final)
        case .sequence(let marker, let numbers, let signs, let final):
            let isKnown =
                switch (marker, signs) {
                case (nil, ""): sequence(numbers, final)
                case ("?", ""): privateModes(numbers, final)
                default: false
                }
            if !isKnown {
                let fields = numbers.map { $0 < 0 ? "" : String($0) }.joined(separator: ";")
                unknownSequences.append("CSI \(marker.map(String.init) ?? "")\(fields)\(signs)\(final)")
            }
        case .command(let text):
            if text.hasPrefix("2;") || text.hasPrefix("0;") {
                title = String(text.dropFirst(2))
            } else if text.hasPrefix("9;") || text.hasPrefix("777;notify;") || text.hasPrefix("99;") {
                notices.append(String(text.drop { $0 != ";" }.dropFirst()))
            } else if text.hasPrefix("52;c;") {
                clipboard = String(text.dropFirst(5))
            } else if text == "11;?" {
                backgroundQuestions += 1
            } else {
                unknownSequences.append("OSC \(text)")
            }
        case .application(let text):
            if !text.hasPrefix("G") || !pictures.take(text.dropFirst(), cursor: cursor) {
                unknownSequences.append("APC \(text.prefix(100))")
            }
        case .device(let bytes): draw(bytes)
        case .unknown(let text): unknownSequences.append(text)
        }
    }

    private mutating func draw(_ bytes: [UInt8]) {
        guard let sixels = EmulatedSixels(bytes), position.y < height - 1 else {
            unknownSequences.append("DCS \(String(decoding: bytes.prefix(100), as: UTF8.self))")
            return
        }
        let (width, height) = Self.cell
        for y in 0..<(sixels.height + height - 1) / height {
            for x in 0..<(sixels.width + width - 1) / width {
                guard let pixel = sixels[x * width + width / 2, y * height + height / 2] else { continue }
                grid.paint(pixel, x: position.x + x, y: position.y + y)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let columns = EmulatedWidth.columns(scalar)
        let joins = joinsEmoji && isJoined(scalar)
        guard columns > 0, !joins else {
            guard let x = lastWritten else { return }
            grid.addMark(scalar, x: x, y: position.y)
            let isEmoji = scalar == "\u{FE0F}" || scalar.properties.isEmojiModifier
            if joinsEmoji, isEmoji, x + 1 == position.x, !position.isPastEnd {
                grid.widen(x: x, y: position.y)
                position.isPastEnd = x + 2 == width
                position.x = min(x + 2, width - 1)
            }
            return
        }
        last = scalar
        if position.isPastEnd || position.x + columns > width, modes.contains(7) {
            position.x = 0
            index()
        }
        // A wide character doesn't fit into a terminal of one column.
        guard position.x + columns <= width else { return }
        if isInserting { grid.insert(columns, x: position.x, y: position.y, style: position.style) }
        grid.put(scalar, columns: columns, x: position.x, y: position.y, style: position.style)
        position.isPastEnd = position.x + columns == width
        position.x = min(position.x + columns, width - 1)
    }

    /// The column of the character before the cursor.
    private var lastWritten: Int? {
        var x = position.isPastEnd ? position.x : position.x - 1
        if x > 0, grid[x, position.y].text.isEmpty { x -= 1 }
        return x >= 0 ? x : nil
    }

    private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.isEmoji, let x = lastWritten else { return false }
        let before = grid[x, position.y].text
        return before != " " && (before + String(scalar)).count == 1
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: bells += 1
        case 0x08: move(x: position.x - 1, y: position.y)
        case 0x09: move(x: (position.x / 8 + 1) * 8, y: position.y)
        case 0x0A: index()
        case 0x0D: move(x: 0, y: position.y)
        // A VT100 shifts to its line drawing characters and back.
        case 0x0E: drawsLines = true
        case 0x0F: drawsLines = false
        default: unknownSequences.append("control \(byte)")
        }
    }

    private mutating func escape(_ signs: String, _ final: Character) {
        switch (signs, final) {
        case ("", "7"): saved = position
        case ("", "8"): position = saved
        case ("", "M"): reverseIndex()
        case ("", "="), ("", ">"): break
        case ("(", "B"): drawsLines = false
        case ("(", "0"): drawsLines = true
        default: unknownSequences.append("ESC \(signs)\(final)")
        }
    }

    /// - Returns: `false` for an unknown sequence.
    private mutating func sequence(_ numbers: [Int], _ final: Character) -> Bool {
        let count = max(1, numbers.first ?? 1)
        let first = max(0, numbers.first ?? 0)
        let (x, y) = cursor
        guard final == "m" || final == "t" || numbers.count <= (final == "H" || final == "r" ? 2 : 1) else {
            return false
        }
        switch final {
        case "A": move(x: x, y: max(y - count, y >= region.lowerBound ? region.lowerBound : 0))
        case "B": move(x: x, y: min(y + count, y <= region.upperBound ? region.upperBound : height - 1))
        case "C": move(x: x + count, y: y)
        case "D": move(x: x - count, y: y)
        case "G": move(x: count - 1, y: y)
        case "d": move(x: x, y: count - 1)
        case "H": move(x: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, y: count - 1)
        case "Z": move(x: (x - 1) / 8 * 8, y: y)
        case "J": return eraseScreen(first)
        case "K": return eraseRow(first)
        case "X": grid.erase(x..<x + count, row: y, style: position.style)
        case "@": grid.insert(count, x: x, y: y, style: position.style)
        case "P": grid.delete(count, x: x, y: y, style: position.style)
        case "L" where region.contains(y): grid.scrollDown(y...region.upperBound, by: count, style: position.style)
        case "M" where region.contains(y): grid.scrollUp(y...region.upperBound, by: count, style: position.style)
        case "L", "M": break
        case "S": grid.scrollUp(region, by: count, style: position.style)
        case "T": grid.scrollDown(region, by: count, style: position.style)
        case "b": if let last { for _ in 0..<min(count, width * height) { put(last) } }
        case "r": return setRegion(numbers)
        case "h" where numbers == [4]: isInserting = true
        case "l" where numbers == [4]: isInserting = false
        case "h" where numbers == [8]: ordersText = true
        case "l" where numbers == [8]: ordersText = false
        case "n" where numbers == [6]: answers += Array("\u{1B}[\(y + 1);\(x + 1)R".utf8)
        case "m": return position.style.apply(numbers.map { max(0, $0) })
        // The title is saved and restored.
        case "t" where numbers == [16]: break
        case "c" where numbers.isEmpty: graphicsQuestions += 1
        case "t" where numbers == [22, 0, 0]: keptTitles.append(title)
        case "t" where numbers == [23, 0, 0]: title = keptTitles.popLast() ?? title
        case "t": return false
        default: return false
        }
        return true
    }

    private mutating func privateModes(_ numbers: [Int], _ final: Character) -> Bool {
        if final == "s" || final == "r", numbers == [1007] {
            if final == "s" { keptModes[1007] = modes.contains(1007) }
            if final == "r", let wasOn = keptModes[1007] {
                if wasOn { modes.insert(1007) } else { modes.remove(1007) }
            }
            return true
        }
        // Queries the maximum size of sixel images.
        if final == "S", numbers == [2, 1, 0] { return true }
        guard final == "h" || final == "l", numbers.allSatisfy(Self.knownModes.contains) else { return false }
        for number in numbers {
            if final == "h" { modes.insert(number) } else { modes.remove(number) }
            guard number == 1049, isAlternateScreen != (final == "h") else { continue }
            if let shell = shellGrid {
                grid = shell
                shellGrid = nil
                position = saved
                move(x: position.x, y: position.y)
            } else {
                saved = position
                shellGrid = grid
                grid = CellGrid(width: width, height: height)
            }
        }
        return true
    }

    private mutating func move(x: Int, y: Int) {
        position.x = min(max(0, x), width - 1)
        position.y = min(max(0, y), height - 1)
        position.isPastEnd = false
    }

    private mutating func index() {
        if position.y == region.upperBound {
            grid.scrollUp(region, by: 1, style: position.style)
            position.isPastEnd = false
        } else {
            move(x: position.x, y: position.y + 1)
        }
    }

    private mutating func reverseIndex() {
        if position.y == region.lowerBound {
            grid.scrollDown(region, by: 1, style: position.style)
        } else {
            move(x: position.x, y: position.y - 1)
        }
    }

    private mutating func eraseScreen(_ part: Int) -> Bool {
        guard (0...2).contains(part) else { return false }
        if part != 1 {
            for y in (part == 2 ? 0 : position.y + 1)..<height { grid.erase(0..<width, row: y, style: position.style) }
        }
        if part == 1 {
            for y in 0..<position.y { grid.erase(0..<width, row: y, style: position.style) }
        }
        return part == 2 || eraseRow(part)
    }

    private mutating func eraseRow(_ part: Int) -> Bool {
        switch part {
        case 0: grid.erase(position.x..<width, row: position.y, style: position.style)
        case 1: grid.erase(0..<position.x + 1, row: position.y, style: position.style)
        case 2: grid.erase(0..<width, row: position.y, style: position.style)
        default: return false
        }
        return true
    }

    private mutating func setRegion(_ numbers: [Int]) -> Bool {
        let top = max(1, numbers.first ?? 1) - 1
        let bottom = min(numbers.count > 1 && numbers[1] > 0 ? numbers[1] : height, height) - 1
        guard top < bottom || height == 1 else { return false }
        region = min(top, bottom)...bottom
        move(x: 0, y: 0)
        return true
    }

    /// Returns a line drawing character of a VT100.
    private static func line(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let lines: [Unicode.Scalar: Unicode.Scalar] = [
            "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴", "w": "┬",
            "x": "│",
            "~": "·", "a": "▒", "`": "◆", "f": "°", "g": "±",
        ]
        return lines[scalar] ?? scalar
    }
}
