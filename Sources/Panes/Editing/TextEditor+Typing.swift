extension TextEditor {
    /// Types what a key stands for.
    ///
    /// - Returns: whether it was taken: what has no column can't be seen being typed. Marks have none by themselves and join
    ///   what stands before.
    package mutating func type(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return false }
        for character in text { type(character) }
        return true
    }
}
