import Synchronization
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
    func unavailableReason(of key: Key, in pane: PaneContext) -> DisplayText {
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

/// A cache of the keys and footer entries of each pane. Each pane is computed on first use: the first frame needs
/// only one, and every later frame reads it again.
final class PaneActions: Sendable {
    private struct Known {
        var actions: [PaneContext: [Key: ActionID]] = [:]
        var footers: [PaneContext: [FooterChoice]] = [:]
    }

    private let all: [ActionBinding]
    private let known = Mutex(Known())

    init(_ all: [ActionBinding]) {
        self.all = all
    }

    func actions(_ pane: PaneContext) -> [Key: ActionID] {
        known.withLock { known in
            if let actions = known.actions[pane] { return actions }
            let pairs = all.flatMap { binding in binding.keys(in: pane).map { ($0, binding.id) } }
            let actions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            known.actions[pane] = actions
            return actions
        }
    }

    /// Returns the most important entries first. Words are looked up once, since they don't depend on the key.
    func footer(_ pane: PaneContext) -> [FooterChoice] {
        known.withLock { known in
            if let footer = known.footers[pane] { return footer }
            let shown = all.filter { binding in
                guard binding.panes.contains(pane), let footer = binding.footer else { return false }
                return footer.panes?.contains(pane) ?? true
            }
            let footer = shown.enumerated()
                .sorted {
                    ($0.element.footer?.priority ?? 0, $0.offset) < ($1.element.footer?.priority ?? 0, $1.offset)
                }
                .map { FooterChoice(id: $1.id, key: $1.firstKeyName(in: pane), word: $1.footerWord ?? "") }
            known.footers[pane] = footer
            return footer
        }
    }
}

/// A footer entry: an action available in the pane, with its key and word.
package struct FooterChoice: Sendable {
    package let id: ActionID
    package let key: String
    package let word: String
}
