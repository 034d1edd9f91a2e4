import Terminal
import ViewModels

/// Why a key that somebody asked for is not bound; the table's own keys hold for that action.
package struct KeyMapProblem: Error, Hashable {
    enum Flaw: Hashable {
        /// With a name that is nearly the same.
        case unknownAction(near: String?)
        case noKey(String)
        /// tmux, flow control and the shell have it, or take it on its way.
        case neverBound(Key)
        case typesItself(Key, in: PaneContext)
        case nothingElseLeadsThere(ActionID)
        case isAnothers(Key, ActionID, in: PaneContext)
    }

    /// The name that stands in the configuration file.
    package let action: String
    let flaw: Flaw

    /// What is wrong and what would be right, in a sentence.
    package var message: String {
        switch flaw {
        case .unknownAction(let near?): .words("keys.no-action-but", ["name": action, "near": near])
        case .unknownAction(nil): .words("keys.no-action", ["name": action])
        case .noKey(let name): .words("keys.is-no-key", ["name": name])
        case .neverBound(let key):
            .words("keys.cant-be-bound", ["key": key.name, "reason": Self.neverBound[key] ?? ""])
        case .typesItself(let key, let pane): .words("keys.types-itself", ["key": key.name, "place": pane.place])
        case .nothingElseLeadsThere(let id): .words("keys.nothing-else-leads-there", ["action": id.title])
        case .isAnothers(let key, let other, let pane):
            .words(
                "keys.is-anothers",
                ["key": key.name, "action": other.title, "place": pane.place, "name": other.name])
        }
    }

    static let neverBound: [Key: String] = [
        .control("b"): .words("keys.tmux-takes-it"), .control("s"): .words("keys.terminals-stop-at-it"),
        .control("q"): .words("keys.terminals-go-on-at-it"),
        .control("z"): .words("keys.it-suspends"),
    ]
}
