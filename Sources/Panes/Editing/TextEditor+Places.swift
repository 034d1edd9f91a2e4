/// Positions in the text, and the text between them.
extension TextEditor {
    package var text: String { text(in: TextPosition(line: 0, column: 0)..<end) }

    package var isEmpty: Bool { lines.count == 1 && lines[0].characters.isEmpty }

    /// All characters, with line breaks between lines.
    package var characters: [Character] { Array(lines.map(\.characters).joined(separator: ["\n"])) }

    /// The cursor position, from 0 to the number of characters.
    package var cursor: Int { lines[..<place.line].reduce(place.column) { $0 + $1.characters.count + 1 } }

    /// The size of the text as a JSON string, in bytes.
    var byteCount: Int { lines.reduce(2 * (lines.count - 1)) { $0 + $1.byteCount } }

    var end: TextPosition { TextPosition(line: lines.count - 1, column: lines[lines.count - 1].characters.count) }

    var lineEnd: TextPosition { TextPosition(line: place.line, column: lines[place.line].characters.count) }

    func text(in range: Range<TextPosition>) -> String {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard start.line < end.line else {
            return String(lines[start.line].characters[start.column..<end.column])
        }
        var text = String(lines[start.line].characters[start.column...])
        for line in lines[(start.line + 1)..<end.line] {
            text += "\n"
            text.append(contentsOf: line.characters)
        }
        return text + "\n" + String(lines[end.line].characters[..<end.column])
    }

    func previous(_ place: TextPosition) -> TextPosition? {
        if place.column > 0 { return TextPosition(line: place.line, column: place.column - 1) }
        guard place.line > 0 else { return nil }
        return TextPosition(line: place.line - 1, column: lines[place.line - 1].characters.count)
    }

    func next(_ place: TextPosition) -> TextPosition? {
        if place.column < lines[place.line].characters.count {
            return TextPosition(line: place.line, column: place.column + 1)
        }
        return place.line + 1 < lines.count ? TextPosition(line: place.line + 1, column: 0) : nil
    }

    func character(at place: TextPosition) -> Character {
        let line = lines[place.line].characters
        return place.column < line.count ? line[place.column] : "\n"
    }

    func character(before place: TextPosition) -> Character? { previous(place).map(character) }

    var wordStart: TextPosition {
        let gap = place(before: place) { !Self.isWord($0) }
        return place(before: gap, while: Self.isWord)
    }

    var blankWordStart: TextPosition {
        let gap = place(before: place, while: \.isWhitespace)
        return place(before: gap) { !$0.isWhitespace }
    }

    var wordEnd: TextPosition {
        var place = place
        while let after = next(place), !Self.isWord(character(at: place)) { place = after }
        while let after = next(place), Self.isWord(character(at: place)) { place = after }
        return place
    }

    private func place(before start: TextPosition, while isInside: (Character) -> Bool) -> TextPosition {
        var place = start
        while let before = previous(place), isInside(character(at: before)) { place = before }
        return place
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}

extension TextEditor {
    /// Inserts the text of a key.
    ///
    /// - Returns: whether it was inserted. Control characters are rejected, because they have no width and would be
    ///   invisible. Combining marks have no width either, but join the character before them.
    package mutating func type(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return false }
        for character in text { type(character) }
        return true
    }
}
