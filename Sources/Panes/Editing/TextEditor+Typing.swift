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
