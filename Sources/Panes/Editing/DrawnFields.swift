import Terminal

/// The fields of a form as drawn last. A click applies to what is on screen.
@MainActor
struct DrawnFields<Field: Hashable> {
    private var fields: [(field: Field, label: Int, line: Rectangle)] = []

    mutating func forget() { fields = [] }

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
