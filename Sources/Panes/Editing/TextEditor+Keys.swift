package import Terminal

extension TextEditor {
    /// Types a printable character, or does what the binding table says of a text field's key.
    ///
    /// - Returns: whether the key was taken.
    package mutating func press(_ key: Key) -> Bool {
        if case .character(let character) = key.code, key.modifiers.isEmpty {
            // What has no column can't be seen being typed; marks have none by themselves and join what stands before.
            guard character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                return false
            }
            type(character)
            return true
        }
        if BindingTable.action(for: key, in: .composer) == .newLine { return perform(.newLine) }
        guard let action = BindingTable.editingAction(for: key) else { return false }
        if !allowsLines, [.rowUp, .rowDown].contains(action) { return false }
        return perform(action)
    }
}
