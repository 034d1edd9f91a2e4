extension PressedKey {
    /// Creates a key by its name in the program's key table, as in `F4`, `^O`, `M-c`, `PgUp` or `↑`.
    package init?(name: String) {
        if let key = Self.named[name] {
            self = key
        } else if name.first == "F", let number = Int(name.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else if name.first == "^", name.count == 2, let character = name.last {
            self = .control(character)
        } else if name.hasPrefix("M-"), name.count == 3, let character = name.last {
            self = .meta(character)
        } else {
            return nil
        }
    }

    private static let named: [String: PressedKey] = [
        "Enter": .enter, "Tab": .tab, "Shift-Tab": .backTab, "Esc": .escape, "Backspace": .backspace,
        "Delete": .delete, "Insert": .insert, "↑": .up, "↓": .down, "←": .left, "→": .right, "Home": .home, "End": .end,
        "PgUp": .pageUp, "PgDn": .pageDown, "M-Enter": .metaEnter, "M-↑": .metaUp, "M-↓": .metaDown,
    ]
}
