package import Terminal

extension Key {
    /// The key as written in the footer, in help and in the manual: `^O`, `M-c`, `F1`, `PgUp`.
    package var name: String {
        var prefix = ""
        if modifiers.contains(.meta) { prefix += "M-" }
        if modifiers.contains(.shift) { prefix += "Shift-" }
        if modifiers.contains(.control) { prefix += "^" }
        return prefix + code.name(isControl: modifiers.contains(.control), isMeta: modifiers.contains(.meta))
    }
}

extension Key.Code {
    fileprivate func name(isControl: Bool, isMeta: Bool) -> String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): isControl ? character.uppercased() : String(character)
        case .enter: "Enter"
        case .tab: "Tab"
        case .escape: "Esc"
        // The Readline manual uses this name.
        case .backspace: isMeta ? "DEL" : "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}
