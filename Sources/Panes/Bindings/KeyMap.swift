package import Terminal
import ViewModels

/// The binding table with the keys that a person chose in place of the table's own. A key is looked up here once; panes know
/// actions alone.
package struct KeyMap: Sendable {
    package static let standard = KeyMap(BindingTable.all)

    /// All actions with their keys as they are now, in the order of the table.
    package let all: [ActionBinding]
    private let bindings: [ActionID: ActionBinding]
    private let actions: PaneActions

    init(_ all: [ActionBinding]) {
        self.all = all
        bindings = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        actions = PaneActions(all)
    }

    /// What a key means in a pane, beside the character that it types.
    package func action(for key: Key, in pane: PaneContext) -> ActionID? {
        actions.actions(pane)[key]
    }

    package func binding(_ id: ActionID) -> ActionBinding? {
        bindings[id]
    }

    /// Which of an action's keys was pressed, from 0: where each means something of its own, as `M-1` to `M-9` do, their
    /// order says which.
    package func place(of key: Key, in pane: PaneContext) -> Int {
        action(for: key, in: pane).flatMap { bindings[$0] }?.keys(in: pane).firstIndex(of: key) ?? 0
    }

    /// Why a key does nothing in a pane.
    func lack(of key: Key, in pane: PaneContext) -> DisplayText {
        let name = pane == .prefix ? "^X \(key.name)" : key.name
        for other in PaneContext.allCases {
            guard let action = action(for: key, in: other), let binding = binding(action) else { continue }
            return .words("keys.elsewhere", ["key": name, "action": binding.title, "place": other.place])
        }
        let help = binding(.help)?.firstKeyName ?? ""
        return .words("keys.means-nothing-here", ["key": name, "help": help])
    }

    /// What the menu offers in a pane, in the order of the table.
    package func menu(for pane: PaneContext) -> [ActionBinding] {
        all.filter { !$0.menuLetters.isEmpty && $0.panes.contains(pane) }
    }

    /// What the footer may show in a pane, the most important first.
    package func footer(for pane: PaneContext) -> [FooterChoice] { actions.footer(pane) }

    /// The keys of one pane first, then all others under their headings; each action stands there once.
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
