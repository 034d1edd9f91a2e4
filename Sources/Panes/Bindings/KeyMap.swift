package import Terminal
import ViewModels

/// The binding table with the user's configured keys applied. Keys are looked up here and nowhere else; panes only
/// handle actions.
package struct KeyMap: Sendable {
    package static let standard = KeyMap(BindingTable.all)

    /// All actions with their current keys, in the order of the table.
    package let all: [ActionBinding]
    private let bindings: [ActionID: ActionBinding]
    private let actions: PaneActions

    init(_ all: [ActionBinding]) {
        self.all = all
        bindings = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        actions = PaneActions(all)
    }

    /// Returns the action of a key in a pane, apart from the character that the key types.
    package func action(for key: Key, in pane: PaneContext) -> ActionID? {
        actions.actions(pane)[key]
    }

    package func binding(_ id: ActionID) -> ActionBinding? {
        bindings[id]
    }

    /// Returns the index of a key among an action's keys, from 0. Actions such as `M-1` to `M-9` use it as their
    /// argument.
    package func place(of key: Key, in pane: PaneContext) -> Int {
        action(for: key, in: pane).flatMap { bindings[$0] }?.keys(in: pane).firstIndex(of: key) ?? 0
    }

    /// Explains why a key does nothing in a pane.
    func lack(of key: Key, in pane: PaneContext) -> DisplayText {
        let name = pane == .prefix ? "^X \(key.name)" : key.name
        for other in PaneContext.allCases {
            guard let action = action(for: key, in: other), let binding = binding(action) else { continue }
            return .words("keys.elsewhere", ["key": name, "action": binding.title, "place": other.place])
        }
        let help = binding(.help)?.firstKeyName ?? ""
        return .words("keys.means-nothing-here", ["key": name, "help": help])
    }

    /// Returns the menu entries for a pane, in the order of the table.
    package func menu(for pane: PaneContext) -> [ActionBinding] {
        all.filter { !$0.menuLetters.isEmpty && $0.panes.contains(pane) }
    }

    /// Returns the footer entries for a pane, the most important first.
    package func footer(for pane: PaneContext) -> [FooterChoice] { actions.footer(pane) }

    /// Returns the keys of the given pane first, then all others under their headings. Each action is listed once.
    package func helpSections(for pane: PaneContext) -> [HelpSection] {
        let here = all.filter { $0.panes.contains(pane) && ![.anywhere, .textFields].contains($0.group) }
        var sections = [HelpSection(title: pane.title, bindings: here)]
        for group in BindingGroup.allCases {
            sections.append(
                HelpSection(title: group.title, bindings: all.filter { $0.group == group && !here.contains($0) }))
        }
        return sections.filter { !$0.rows.isEmpty }
    }
}
