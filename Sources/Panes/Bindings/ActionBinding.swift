package import Terminal
import ViewModels

/// A row of the binding table: an action with all of its keys and menu letters.
package struct ActionBinding: Hashable, Sendable {
    package let id: ActionID
    package let group: BindingGroup
    package let keys: [Key]
    /// The keys that run the action after `^X`.
    package let prefixedKeys: [Key]
    /// Extra keys that work only while no text is being written: in the empty composer, on a selected message, on an
    /// invitation.
    package let emptyComposerKeys: [Key]
    /// The panes in which another action has these keys, so that only the menu runs this one.
    package let keylessPanes: Set<PaneContext>
    /// The letters typed after `^O`: one or two, see ``MenuGroup``. More than one entry if the letter is also an
    /// argument, as in `1` to `9`.
    package let menuLetters: [String]
    package let panes: Set<PaneContext>
    package let footer: FooterPriority?
    private let keysLabel: String?

    package init(
        _ id: ActionID, _ group: BindingGroup, keys: [Key] = [], prefixedKeys: [Key] = [],
        emptyComposerKeys: [Key] = [], menu menuLetters: [String] = [],
        in panes: Set<PaneContext>, keylessIn keylessPanes: Set<PaneContext> = [], footer: FooterPriority? = nil,
        keysLabel: String? = nil
    ) {
        self.id = id
        self.group = group
        self.keys = keys
        self.prefixedKeys = prefixedKeys
        self.emptyComposerKeys = emptyComposerKeys
        self.keylessPanes = keylessPanes
        self.menuLetters = menuLetters
        self.panes = panes
        self.footer = footer
        self.keysLabel = keysLabel
    }

    package var title: String { id.title }

    /// The action's name in the footer, one or two words.
    package var footerWord: String? { footer.map { _ in .words("footer.\(id.name)") } }

    /// All keys and menu letters of the action for display, as in `F7, M-a, ^O a`.
    package var keyNames: String {
        if let keysLabel { return keysLabel }
        let names =
            keys.map(\.name) + emptyComposerKeys.map { String.words("keys.while-nothing-is-written", ["key": $0.name]) }
        let prefixed = prefixedKeys.prefix(1).map { "^X \($0.name)" }
        return (names + prefixed + menuLetters.map(Self.menuName)).joined(separator: ", ")
    }

    /// The shortest way to run the action, as in `F7`.
    package var firstKeyName: String {
        keysLabel.map { String($0.prefix { $0 != "," }) } ?? keys.first?.name ?? menuLetters.first.map(Self.menuName)
            ?? ""
    }

    /// The shortest way to run the action from a pane.
    package func firstKeyName(in pane: PaneContext) -> String {
        if keylessPanes.contains(pane) { return menuLetters.first.map(Self.menuName) ?? "" }
        if keysLabel != nil { return firstKeyName }
        return keys(in: pane).first?.name ?? firstKeyName
    }

    /// Returns the same action with other keys.
    func with(keys: [Key]) -> ActionBinding {
        ActionBinding(
            id, group, keys: keys, prefixedKeys: prefixedKeys, emptyComposerKeys: emptyComposerKeys,
            menu: menuLetters, in: panes, keylessIn: keylessPanes, footer: footer)
    }

    /// Returns a menu path for display, as in `^O n`, or `^O m r` for two letters.
    private static func menuName(_ letters: String) -> String {
        letters.reduce("^O") { "\($0) \($1)" }
    }

    /// Returns all keys that run the action in a pane.
    package func keys(in pane: PaneContext) -> [Key] {
        guard panes.contains(pane), !keylessPanes.contains(pane) else { return [] }
        switch pane {
        case .emptyComposer, .selection, .invitation: return keys + emptyComposerKeys
        case .prefix where !prefixedKeys.isEmpty: return prefixedKeys
        default: return keys
        }
    }
}
