import Synchronization
import Terminal

/// What keys mean in each pane, found out pane by pane as they are asked for: the first frame needs one of them.
final class PaneActions: Sendable {
    private let all: [ActionBinding]
    private let known = Mutex<[PaneContext: [Key: ActionID]]>([:])

    init(_ all: [ActionBinding]) {
        self.all = all
    }

    subscript(pane: PaneContext) -> [Key: ActionID] {
        known.withLock { known in
            if let actions = known[pane] { return actions }
            let pairs = all.flatMap { binding in binding.keys(in: pane).map { ($0, binding.id) } }
            let actions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            known[pane] = actions
            return actions
        }
    }
}
