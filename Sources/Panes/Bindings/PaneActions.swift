import Synchronization
import Terminal

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
