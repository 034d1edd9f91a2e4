import Terminal

/// The text of a field, its cursor, what was cut and what can be undone.
package struct TextEditor: Equatable {
    package private(set) var characters: [Character] = []
    /// The character that the cursor stands on, from 0 to the number of characters.
    package private(set) var cursor = 0
    package let allowsLines: Bool
    /// The columns that rows wrap at, as the field was last drawn.
    package var wrapWidth = Int.max
    /// What ``ActionID/yank`` puts back.
    package private(set) var cut: [Character] = []

    private struct Snapshot: Equatable {
        let characters: [Character]
        let cursor: Int
    }

    private enum Run { case none, typing, cutting, rows(column: Int) }

    private var snapshots: [Snapshot] = []
    private var run = Run.none

    private static let maximumSnapshots = 200

    package init(allowsLines: Bool, text: String = "") {
        self.allowsLines = allowsLines
        replaceAll(with: text)
    }

    package var text: String { String(characters) }

    package var isEmpty: Bool { characters.isEmpty }

    package static func == (left: TextEditor, right: TextEditor) -> Bool {
        left.characters == right.characters && left.cursor == right.cursor
    }

    /// Takes another text as if the field was new; what was cut can still be put back.
    package mutating func replaceAll(with text: String) {
        characters = Array(clean(text))
        cursor = characters.count
        snapshots = []
        run = .none
    }

    /// Puts text in as a whole; line breaks become blanks where the field has one line.
    package mutating func paste(_ text: String) {
        remember()
        run = .none
        insert(clean(text))
    }

    /// Types a character. One ``ActionID/undo`` takes back what was typed since the last word began.
    package mutating func type(_ character: Character) {
        let startsWord = character != " " && cursor > 0 && characters[cursor - 1] == " "
        if case .typing = run, !startsWord {} else { remember() }
        run = .typing
        insert(clean(String(character)))
    }

    /// - Returns: whether the action is one of a text field.
    package mutating func perform(_ action: ActionID) -> Bool {
        let previousRun = run
        run = .none
        switch action {
        case .newLine:
            guard allowsLines else { return false }
            remember()
            insert("\n")
        case .lineStart: cursor = lineStart
        case .lineEnd: cursor = lineEnd
        case .characterBack: cursor = max(0, cursor - 1)
        case .characterForward: cursor = min(characters.count, cursor + 1)
        case .wordBack: cursor = wordStart
        case .wordForward: cursor = wordEnd
        case .rowUp: moveRows(by: -1, after: previousRun)
        case .rowDown: moveRows(by: 1, after: previousRun)
        case .deleteBack: delete(max(0, cursor - 1)..<cursor)
        case .deleteForward: delete(cursor..<min(characters.count, cursor + 1))
        case .killBlankWordBack: cut(blankWordStart..<cursor, after: previousRun)
        case .killWordBack: cut(wordStart..<cursor, after: previousRun)
        case .killWordForward: cut(cursor..<wordEnd, after: previousRun)
        case .killToStart: cut(lineStart..<cursor, after: previousRun)
        // At the end of a line the break itself is cut, or the key would do nothing there.
        case .killToEnd:
            cut(cursor..<(cursor == lineEnd ? min(characters.count, cursor + 1) : lineEnd), after: previousRun)
        case .yank:
            remember()
            insert(String(cut))
        case .undo: undo()
        default: return false
        }
        return true
    }
}

extension TextEditor {
    /// All changes end here. The text is parted anew, for a mark or a joiner may become one with its neighbour.
    private mutating func replace(_ range: Range<Int>, with text: String) {
        let before = String(characters[..<range.lowerBound]) + text
        characters = Array(before + String(characters[range.upperBound...]))
        cursor = min(before.count, characters.count)
    }

    private mutating func insert(_ text: String) {
        replace(cursor..<cursor, with: text)
    }

    private mutating func delete(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        remember()
        replace(range, with: "")
    }

    /// Cuts that follow each other are put back together.
    private mutating func cut(_ range: Range<Int>, after previousRun: Run) {
        run = .cutting
        guard !range.isEmpty else { return }
        let piece = Array(characters[range])
        if case .cutting = previousRun {
            cut = range.upperBound == cursor ? piece + cut : cut + piece
        } else {
            cut = piece
        }
        remember()
        replace(range, with: "")
    }

    private mutating func remember() {
        snapshots.append(Snapshot(characters: characters, cursor: cursor))
        if snapshots.count > Self.maximumSnapshots { snapshots.removeFirst() }
    }

    private mutating func undo() {
        guard let snapshot = snapshots.popLast() else { return }
        characters = snapshot.characters
        cursor = snapshot.cursor
    }

    /// The column is kept over shorter rows, as long as nothing else is pressed.
    private mutating func moveRows(by count: Int, after previousRun: Run) {
        let layout = EditorLayout(characters, width: wrapWidth)
        let place = layout.place(of: cursor)
        var column = place.x
        if case .rows(let kept) = previousRun { column = kept }
        run = .rows(column: column)
        let row = place.y + count
        guard layout.rows.indices.contains(row) else {
            cursor = count < 0 ? 0 : characters.count
            return
        }
        // Where marks join on the screen alone, the rows may count less than the text.
        cursor = min(layout.cursor(row: row, column: column), characters.count)
    }

    private func clean(_ text: String) -> String {
        let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return allowsLines ? unified : unified.replacing("\n", with: " ")
    }

    private var lineStart: Int { (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }

    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        var place = cursor
        while place > 0, !isWord(characters[place - 1]) { place -= 1 }
        while place > 0, isWord(characters[place - 1]) { place -= 1 }
        return place
    }

    private var blankWordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, !isWord(characters[place]) { place += 1 }
        while place < characters.count, isWord(characters[place]) { place += 1 }
        return place
    }

    private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
