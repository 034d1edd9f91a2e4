package import Terminal

/// One row of the binding table: an action and every way to it.
package struct ActionBinding: Hashable, Sendable {
    package let id: ActionID
    package let group: BindingGroup
    /// A phrase that says what it does, as in `Next chat`.
    package let title: String
    package let keys: [Key]
    /// Keys that lead there from the empty composer alone.
    package let emptyComposerKeys: [Key]
    /// What is typed after `^O`; more than one where the letter says which, as in `1` to `9`.
    package let menuLetters: [Character]
    package let panes: Set<PaneContext>
    package let footer: FooterLabel?
    private let keysLabel: String?

    package init(
        _ id: ActionID, _ group: BindingGroup, _ title: String, keys: [Key] = [], emptyComposerKeys: [Key] = [],
        menu menuLetters: [Character] = [], in panes: Set<PaneContext>, footer: FooterLabel? = nil,
        keysLabel: String? = nil
    ) {
        self.id = id
        self.group = group
        self.title = title
        self.keys = keys
        self.emptyComposerKeys = emptyComposerKeys
        self.menuLetters = menuLetters
        self.panes = panes
        self.footer = footer
        self.keysLabel = keysLabel
    }

    /// All ways to the action in words, as in `F7, M-a, ^O a`.
    package var keyNames: String {
        if let keysLabel { return keysLabel }
        let names = keys.map(\.name) + emptyComposerKeys.map { "\($0.name) (nothing written)" }
        return (names + menuLetters.map { "^O \($0)" }).joined(separator: ", ")
    }

    /// The shortest way to the action in words, as in `F7`.
    package var firstKeyName: String {
        keys.first?.name ?? menuLetters.first.map { "^O \($0)" } ?? ""
    }

    /// All keys that lead to the action in a pane.
    package func keys(in pane: PaneContext) -> [Key] {
        guard panes.contains(pane) else { return [] }
        return pane == .emptyComposer ? keys + emptyComposerKeys : keys
    }
}
