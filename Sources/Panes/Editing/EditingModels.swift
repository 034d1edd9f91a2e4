import Terminal

/// The fields of a form as drawn last. A click applies to what is on screen.
@MainActor
struct FieldHitTargets<Field: Hashable> {
    private var fields: [(field: Field, label: Int, line: Rectangle)] = []

    mutating func removeAll() { fields = [] }

    /// - Parameter label: the first row of the field's label. The field itself is the last line drawn on the page.
    mutating func add(_ field: Field, label: Int, on page: TextPage) {
        let line = Rectangle(x: page.margin, y: page.y - 1, width: page.width, height: 1)
        fields.append((field, min(label, line.y), line))
    }

    /// Adds a field without a label.
    mutating func add(_ field: Field, at line: Rectangle) {
        fields.append((field, line.y, line))
    }

    func field(at point: Point) -> Field? {
        fields.first { ($0.label...$0.line.y).contains(point.y) }?.field
    }

    /// Moves the cursor to the point if that is in the line of the field.
    func moveCursor(of editor: inout TextEditor, in field: Field, to point: Point, isSecret: Bool = false) {
        guard let line = fields.first(where: { $0.field == field })?.line, point.y == line.y else { return }
        let view = TextFieldView(editor: editor, isSecret: isSecret)
        editor.move(toCharacter: view.character(at: point.x - line.x, width: line.width))
    }
}

/// The field of a question that a lone letter answers. Other text answers nothing, but stays visible until it is
/// deleted.
struct LetterField {
    private(set) var editor = TextEditor(allowsLines: false)
    /// The letter that answers unless another key follows shortly, see ``FocusPane/hold(_:)``.
    var letter: String?

    var isEmpty: Bool { editor.isEmpty }

    /// - Returns: whether the field accepts the text.
    mutating func type(_ text: String) -> Bool { editor.type(text) }

    mutating func paste(_ text: String) { editor.paste(text) }

    mutating func clear() {
        editor.replaceAll(with: "")
        letter = nil
    }
}

/// The scroll position of a text that doesn't fit: its first visible row.
struct EditorScroll {
    private(set) var top = TextRow.first

    /// Scrolls by rows, down if positive, and moves the cursor if it would leave the view.
    mutating func move(_ editor: inout TextEditor, by rows: Int, height: Int) {
        let last = TextRow(
            line: editor.lines.count - 1, row: editor.rows(ofLine: editor.lines.count - 1).count - 1)
        let lowest = editor.row(from: last, by: 1 - height) ?? .first
        top = min(editor.row(from: top, by: rows) ?? (rows < 0 ? .first : lowest), lowest)
        let cursor = TextRow(line: editor.place.line, row: editor.rowPlace.y)
        let row = min(max(cursor, top), editor.row(from: top, by: height - 1) ?? last)
        if row != cursor { editor.move(toColumn: editor.rowPlace.x, of: row) }
    }

    /// Scrolls as little as needed to show the cursor, and leaves no row empty while text is hidden.
    mutating func show(_ editor: TextEditor, height: Int) {
        let cursor = TextRow(line: editor.place.line, row: editor.rowPlace.y)
        let highest = editor.row(from: cursor, by: 1 - height) ?? .first
        top = min(max(top, highest), cursor)
        if top.line >= editor.lines.count || top.row >= editor.rows(ofLine: top.line).count { top = highest }
        guard top > .first, editor.row(from: top, by: height - 1) == nil else { return }
        let last = TextRow(
            line: editor.lines.count - 1, row: editor.rows(ofLine: editor.lines.count - 1).count - 1)
        top = editor.row(from: last, by: 1 - height) ?? .first
    }
}

/// The text that was cut. The newest piece is yanked first, then older ones.
struct KillRing {
    enum Side { case before, behind }

    private(set) var pieces: [String] = []
    /// The index of the piece yanked last.
    private var index = 0

    private static let maximumCount = 30

    /// - Parameter side: the end of the newest piece to which the text is added; `nil` for a new piece.
    mutating func add(_ text: String, to side: Side?) {
        switch side {
        case .before: pieces[pieces.count - 1] = text + (pieces.last ?? "")
        case .behind: pieces[pieces.count - 1] += text
        case nil:
            pieces.append(text)
            if pieces.count > Self.maximumCount { pieces.removeFirst() }
        }
        index = pieces.count - 1
    }

    /// Returns the newest piece, and lets ``older()`` continue from it.
    mutating func newest() -> String? {
        index = max(0, pieces.count - 1)
        return pieces.last
    }

    /// Returns the next older piece, or the newest again after the oldest.
    mutating func older() -> String? {
        guard !pieces.isEmpty else { return nil }
        index = index > 0 ? index - 1 : pieces.count - 1
        return pieces[index]
    }
}

/// Joins pieces of a line. A combining mark or joiner at an edge merges with its neighbor.
struct TextJoint {
    let characters: [Character]
    /// The index where the last piece begins.
    let tailStart: Int

    init(_ head: ArraySlice<Character>, _ middle: [Character], _ tail: ArraySlice<Character>) {
        let isPlain =
            Self.isPlain(head.last, middle.first ?? tail.first) && Self.isPlain(middle.last ?? head.last, tail.first)
        if isPlain {
            characters = head + middle + tail
            tailStart = head.count + middle.count
        } else {
            let before = String(head) + String(middle)
            characters = Array(before + String(tail))
            tailStart = min(before.count, characters.count)
        }
    }

    /// Whether two neighbors surely don't merge into one character, as two ASCII characters. A long line then needn't
    /// be split into characters again.
    private static func isPlain(_ left: Character?, _ right: Character?) -> Bool {
        guard let left, let right else { return true }
        return left.isASCII && right.isASCII
    }
}

/// A cursor position in a text: before a character of one of its lines.
struct TextPosition: Comparable, Hashable {
    var line: Int
    var column: Int

    static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A row of a wrapped line.
package struct TextRow: Comparable, Hashable {
    package var line: Int
    package var row: Int

    static let first = TextRow(line: 0, row: 0)

    package static func < (left: TextRow, right: TextRow) -> Bool { (left.line, left.row) < (right.line, right.row) }
}
