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

extension Key {
    /// Parses the format of ``name``, as in `F4`, `^G`, `M-c`, `Shift-Tab`. Also accepts `Up` for `↑`, `C-g` for
    /// `^G`, and any case. Keys that terminals can't tell apart are normalized: `^I` is Tab.
    package init?(name: String) {
        var rest = Substring(name)
        var modifiers: Modifiers = []
        while rest.count > 1, let prefix = Self.prefixes.first(where: { rest.hasPrefix($0.text) }) {
            modifiers.insert(prefix.modifier)
            rest = rest.dropFirst(prefix.text.count)
        }
        guard let key = Self.key(String(rest), modifiers) else { return nil }
        self = key
    }

    private static let prefixes: [(text: String, modifier: Modifiers)] = [
        ("M-", .meta), ("Shift-", .shift), ("^", .control), ("C-", .control),
    ]

    private static func key(_ name: String, _ modifiers: Modifiers) -> Key? {
        if let code = named[name.lowercased()] { return Key(code, modifiers) }
        if name.count > 1, name.first == "F" || name.first == "f", let number = Int(name.dropFirst()),
            (1...24).contains(number)
        {
            return Key(.function(number), modifiers)
        }
        guard let character = name.first, name.count == 1, !character.isWhitespace else { return nil }
        guard modifiers.contains(.control) else {
            // Shift with a character key produces another character.
            return modifiers.contains(.shift) ? nil : Key(.character(character), modifiers)
        }
        let others = modifiers.subtracting(.control)
        switch character.lowercased() {
        case "i": return Key(.tab, others)
        case "m": return Key(.enter, others)
        case "h": return Key(.backspace, others)
        case "[": return Key(.escape, others)
        case "@", "]", "\\", "_", "^": return Key(.character(character), modifiers)
        case let letter:
            guard let ascii = character.asciiValue, character.isLetter, ascii < 0x80 else { return nil }
            return Key(.character(Character(letter)), modifiers)
        }
    }

    private static let named: [String: Code] = [
        "space": .character(" "), "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape,
        "del": .backspace, "backspace": .backspace, "delete": .delete, "insert": .insert, "↑": .up, "up": .up,
        "↓": .down, "down": .down, "←": .left, "left": .left, "→": .right, "right": .right, "home": .home, "end": .end,
        "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
    ]
}
