package import Terminal

/// The one table of all actions and their keys. Footer, menu, help screen, command list and confab-keys(7) are made from
/// it, by way of a ``KeyMap`` where a person may have chosen other keys.
package enum BindingTable {
    package static let all =
        writing + chatList + chatDetails + forms + selection + messages + chats + organizing + people + reading
        + anywhere + textFields + writingMore

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
