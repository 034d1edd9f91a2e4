package import Terminal

/// The one table of all actions and their keys. Footer, menu, help screen and confab-keys(7) are made from it.
package enum BindingTable {
    package static let all = writing + chatList + forms + messages + chats + reading + anywhere + textFields

    /// What a key means in a pane, beside the character that it types.
    package static func action(for key: Key, in pane: PaneContext) -> ActionID? {
        actions[pane]?[key]
    }

    /// What a key does to the text of any field.
    package static func editingAction(for key: Key) -> ActionID? {
        editingActions[key]
    }

    package static func binding(_ id: ActionID) -> ActionBinding? {
        bindings[id]
    }

    /// What the menu offers in a pane, in the order of the table.
    package static func menu(for pane: PaneContext) -> [ActionBinding] {
        all.filter { !$0.menuLetters.isEmpty && $0.panes.contains(pane) }
    }

    /// What a letter after `^O` means in a pane.
    package static func action(forMenuLetter letter: Character, in pane: PaneContext) -> ActionID? {
        menu(for: pane).first { $0.menuLetters.contains(letter) }?.id
    }

    /// What the footer may show in a pane, in the order of the table.
    package static func footer(for pane: PaneContext) -> [ActionBinding] {
        all.filter { binding in
            guard binding.panes.contains(pane), let footer = binding.footer else { return false }
            return footer.panes?.contains(pane) ?? true
        }
    }

    /// The keys of one pane first, then all others under their headings; each action stands there once.
    package static func helpSections(for pane: PaneContext) -> [HelpSection] {
        let here = all.filter { $0.panes.contains(pane) && ![.anywhere, .textFields].contains($0.group) }
        var sections = [HelpSection(title: pane.title, bindings: here)]
        for group in BindingGroup.allCases {
            sections.append(
                HelpSection(title: group.rawValue, bindings: all.filter { $0.group == group && !here.contains($0) }))
        }
        return sections.filter { !$0.rows.isEmpty }
    }

    private static let bindings = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    private static let editingActions = Dictionary(
        textFields.flatMap { binding in binding.keys.map { ($0, binding.id) } }, uniquingKeysWith: { first, _ in first }
    )

    private static let actions = Dictionary(
        uniqueKeysWithValues: PaneContext.allCases.map { pane in
            let pairs = all.flatMap { binding in binding.keys(in: pane).map { ($0, binding.id) } }
            return (pane, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        })
}
