import Terminal
import ViewModels

/// The text of a field with its cursor, kill ring and undo history.
///
/// The text is stored as lines: the cost of a key depends on the length of the changed line, not on the whole text.
package struct TextEditor: Equatable {
    private(set) var lines = [Paragraph([])]
    private(set) var place = TextPosition(line: 0, column: 0)
    package let allowsLines: Bool
    /// The wrap width in columns, from the last drawing.
    package var wrapWidth = Int.max
    let meter = LayoutMeter()

    private enum Run {
        case none, typing, deleting, cutting
        case rows(column: Int)
        case yanking(from: TextPosition)
    }

    private var ring = KillRing()
    private var history = EditHistory()
    private var run = Run.none

    package init(allowsLines: Bool, text: String = "") {
        self.allowsLines = allowsLines
        replaceAll(with: text)
    }

    package static func == (left: TextEditor, right: TextEditor) -> Bool {
        left.place == right.place
            && left.lines.elementsEqual(right.lines) { $0 === $1 || $0.characters == $1.characters }
    }

    /// Replaces the text as in a new field, without undo history; the kill ring is kept.
    package mutating func replaceAll(with text: String) {
        lines = Self.parted(clean(text))
        place = end
        history = EditHistory()
        run = .none
    }

    /// Restores an earlier state of the text with its undo history; the kill ring is kept.
    package mutating func takeBack(_ earlier: TextEditor) {
        (lines, place, history) = (earlier.lines, earlier.place, earlier.history)
        run = .none
    }

    /// Replaces the whole text in a single undo step, see ``ActionID/undo``.
    package mutating func rewrite(_ text: String) {
        run = .none
        replace(TextPosition(line: 0, column: 0)..<end, with: clean(text))
    }

    /// Inserts lines above the text; the cursor keeps its place in the text.
    package mutating func putAbove(_ text: String) {
        run = .none
        let old = place
        let start = TextPosition(line: 0, column: 0)
        let above = clean(text) + "\n"
        replace(start..<start, with: above)
        place = TextPosition(line: old.line + Self.parted(above).count - 1, column: old.column)
    }

    /// Inserts text as a whole; line breaks become blanks in a field of one line.
    package mutating func paste(_ text: String) {
        run = .none
        insert(clean(text))
    }

    /// Replaces the characters before the cursor on its line.
    package mutating func complete(_ count: Int, with text: String) {
        run = .none
        replace(TextPosition(line: place.line, column: max(0, place.column - count))..<place, with: clean(text))
    }

    /// Types a character. ``ActionID/undo`` removes the text typed since the last word began.
    package mutating func type(_ character: Character) {
        let startsWord = character != " " && self.character(before: place) == " "
        var isContinued = false
        if case .typing = run { isContinued = !startsWord }
        run = .typing
        insert(clean(String(character)), isContinued: isContinued)
    }

    /// Moves the cursor to a column of a row as drawn, at most to the row's end.
    package mutating func move(toColumn x: Int, of row: TextRow) {
        run = .none
        let offset = TextWrapping.offset(at: Point(x: max(0, x), y: row.row), in: rows(ofLine: row.line))
        place = TextPosition(line: row.line, column: min(offset, lines[row.line].characters.count))
    }

    mutating func move(to place: TextPosition) {
        run = .none
        self.place = place
    }

    /// Moves the cursor before a character of the first line, or to its end.
    mutating func move(toCharacter column: Int) {
        run = .none
        place = TextPosition(line: 0, column: min(max(0, column), lines[0].characters.count))
    }

    /// - Returns: whether the action belongs to text fields.
    package mutating func perform(_ action: ActionID) -> Bool {
        let previousRun = run
        run = .none
        switch action {
        case .newLine:
            guard allowsLines else { return false }
            insert("\n")
        case .lineStart: place.column = 0
        case .lineEnd: place.column = lineEnd.column
        case .characterBack: moveCharacter(isToLeft: true)
        case .characterForward: moveCharacter(isToLeft: false)
        case .wordBack: place = wordStart
        case .wordForward: place = wordEnd
        case .rowUp: moveRows(by: -1, after: previousRun)
        case .rowDown: moveRows(by: 1, after: previousRun)
        case .deleteBack: delete((previous(place) ?? place)..<place, after: previousRun)
        case .deleteForward: delete(place..<(next(place) ?? place), after: previousRun)
        case .killBlankWordBack: cut(blankWordStart..<place, after: previousRun)
        case .killWordBack: cut(wordStart..<place, after: previousRun)
        case .killWordForward: cut(place..<wordEnd, after: previousRun)
        case .killToStart: cut(TextPosition(line: place.line, column: 0)..<place, after: previousRun)
        // At the end of a line the key cuts the line break, since there is nothing else to cut.
        case .killToEnd: cut(place..<(place == lineEnd ? next(place) ?? place : lineEnd), after: previousRun)
        case .yank: yank()
        case .yankOlder: yankOlder(after: previousRun)
        case .undo: undo()
        default: return false
        }
        return true
    }
}

extension TextEditor {
    /// Applies every change. Characters are split again at the joints, since a combining mark or joiner may merge
    /// with its neighbor.
    private mutating func replace(_ range: Range<TextPosition>, with text: String, isContinued: Bool = false) {
        let cursor = place
        let first = range.lowerBound.line
        let head = lines[first].characters[..<range.lowerBound.column]
        let tail = lines[range.upperBound.line].characters[range.upperBound.column...]
        var new = Self.parted(text)
        let last = new.count - 1
        if last == 0 {
            let joint = TextJoint(head, new[0].characters, tail)
            new[0] = Paragraph(joint.characters)
            place = TextPosition(line: first, column: joint.tailStart)
        } else {
            new[0] = Paragraph(TextJoint(head, new[0].characters, []).characters)
            let joint = TextJoint([], new[last].characters, tail)
            new[last] = Paragraph(joint.characters)
            place = TextPosition(line: first + last, column: joint.tailStart)
        }
        let touched = first...range.upperBound.line
        history.add(
            EditHistory.Change(first: first, old: Array(lines[touched]), newCount: new.count, cursor: cursor),
            isContinued: isContinued)
        lines.replaceSubrange(touched, with: new)
    }

    private mutating func insert(_ text: String, isContinued: Bool = false) {
        replace(place..<place, with: text, isContinued: isContinued)
    }

    private mutating func delete(_ range: Range<TextPosition>, after previousRun: Run) {
        guard !range.isEmpty else { return }
        var isContinued = false
        if case .deleting = previousRun { isContinued = true }
        run = .deleting
        replace(range, with: "", isContinued: isContinued)
    }

    /// Cuts the range. Consecutive cuts form one piece.
    private mutating func cut(_ range: Range<TextPosition>, after previousRun: Run) {
        run = .cutting
        guard !range.isEmpty else { return }
        let isBack = range.upperBound == place
        if case .cutting = previousRun, !ring.pieces.isEmpty {
            ring.add(text(in: range), to: isBack ? .before : .behind)
        } else {
            ring.add(text(in: range), to: nil)
        }
        replace(range, with: "")
    }

    private mutating func yank() {
        guard let piece = ring.newest() else { return }
        run = .yanking(from: place)
        insert(piece)
    }

    /// Replaces the text that was just yanked with an older piece.
    private mutating func yankOlder(after previousRun: Run) {
        guard case .yanking(let start) = previousRun, start <= place, let piece = ring.older() else { return }
        run = .yanking(from: start)
        replace(start..<place, with: piece)
    }

    private mutating func undo() {
        guard let change = history.takeLast() else { return }
        lines.replaceSubrange(change.first..<change.first + change.newCount, with: change.old)
        place = change.cursor
    }

    /// Moves by rows. The column is remembered across shorter rows until another key is pressed.
    private mutating func moveRows(by count: Int, after previousRun: Run) {
        let now = rowPlace
        var column = now.x
        if case .rows(let kept) = previousRun { column = kept }
        run = .rows(column: column)
        guard let target = row(from: TextRow(line: place.line, row: now.y), by: count) else {
            place = count < 0 ? TextPosition(line: 0, column: 0) : end
            return
        }
        let offset = TextWrapping.offset(at: Point(x: column, y: target.row), in: rows(ofLine: target.line))
        // If marks join only on the screen, the rows may have fewer characters than the text.
        place = TextPosition(line: target.line, column: min(offset, lines[target.line].characters.count))
    }

    /// Moves by one character on the screen, forward or back depending on the text direction.
    private mutating func moveCharacter(isToLeft: Bool) {
        let isBack = lines[place.line].isRightToLeft(width: wrapWidth, meter: meter) != isToLeft
        place = (isBack ? previous(place) : next(place)) ?? place
    }

    private func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return text }
        let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return allowsLines ? unified : unified.replacing("\n", with: " ")
    }

    private static func parted(_ text: String) -> [Paragraph] {
        text.split(separator: "\n" as Character, omittingEmptySubsequences: false).map { Paragraph(Array($0)) }
    }
}

extension TextEditor {
    /// The completion query before the cursor, and its length in characters.
    var completion: (query: CompletionQuery, count: Int)? {
        let line = lines[place.line].characters
        let nearest = line[..<place.column].suffix(Self.longestWord)
        let word = Array(nearest[((nearest.lastIndex(where: \.isWhitespace) ?? nearest.startIndex - 1) + 1)...])
        guard word.count < Self.longestWord else { return nil }
        if place.line == 0, word.count == place.column, word.first == "/" { return command(word) }
        let opened = word.drop { Self.brackets.contains($0) }
        guard let sign = opened.first else { return nil }
        let rest = opened.dropFirst()
        switch sign {
        case "@":
            return (CompletionQuery(kind: .person, text: String(rest)), opened.count)
        case ":":
            // `:)` and `:3` are not completed.
            let name = rest.last == ":" ? rest.dropLast() : rest
            guard name.count > 1, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
            return (CompletionQuery(kind: .emoji, text: String(rest)), opened.count)
        default:
            return nil
        }
    }

    /// The word before the cursor if it may be a name.
    var nameBeforeCursor: String? {
        let word = lines[place.line].characters[..<place.column].suffix(Self.longestWord)
            .reversed().prefix { !$0.isWhitespace }.reversed()
        guard !word.isEmpty, word.count < Self.longestWord, word.first?.isLetter == true else { return nil }
        return String(word)
    }

    /// Returns the query for a command. Paths are not commands, and two slashes escape a line that begins with one.
    private func command(_ word: [Character]) -> (query: CompletionQuery, count: Int)? {
        let name = word.dropFirst()
        guard !name.contains("/") else { return nil }
        return (CompletionQuery(kind: .command, text: String(name)), word.count)
    }

    private static let longestWord = 64
    private static let brackets = Set("([{\"'“‘")
}

/// The rows of the text. Only requested lines are laid out, and each only once as long as it exists.
extension TextEditor {
    func rows(ofLine line: Int) -> [WrappedLine] { lines[line].rows(width: wrapWidth, meter: meter) }

    /// Counts the rows of the text, up to a limit.
    func rowCount(width: Int, atMost limit: Int) -> Int {
        var count = 0
        for line in lines {
            count += line.rows(width: width, meter: meter).count
            if count >= limit { return limit }
        }
        return count
    }

    /// The column of the cursor, and its row within the line.
    var rowPlace: Point {
        let point = TextWrapping.position(of: place.column, in: rows(ofLine: place.line))
        return Point(x: min(point.x, max(1, wrapWidth)), y: point.y)
    }

    /// Returns the row a number of rows further down, or up if negative; `nil` beyond the text.
    func row(from start: TextRow, by count: Int) -> TextRow? {
        var row = start
        row.row += count
        while row.row < 0 {
            guard row.line > 0 else { return nil }
            row.line -= 1
            row.row += rows(ofLine: row.line).count
        }
        while row.row >= rows(ofLine: row.line).count {
            row.row -= rows(ofLine: row.line).count
            row.line += 1
            guard row.line < lines.count else { return nil }
        }
        return row
    }
}

extension TextEditor {
    /// Returns the words of a line for the spelling check; none in commands and in code.
    func words(ofLine line: Int) -> [SpelledWord] {
        if line == 0, isCommand { return [] }
        return isCode(line) ? [] : lines[line].words
    }

    private var isCommand: Bool {
        let start = String(lines[0].characters.prefix(4))
        return start.hasPrefix("/") && !start.hasPrefix("//") && start != "/me "
    }

    private func isCode(_ line: Int) -> Bool {
        let fences = lines[...line].count { $0.characters.starts(with: "```") }
        return fences % 2 == 1 || lines[line].characters.starts(with: "```")
    }

    /// Moves the cursor behind a word.
    mutating func move(behind word: SpelledWord, ofLine line: Int) {
        move(to: TextPosition(line: line, column: word.range.upperBound))
    }
}
