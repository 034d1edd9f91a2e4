import Terminal
import ViewModels

/// The reason why a configured key was rejected. The action keeps its default keys.
package struct KeyMapProblem: Error, Hashable {
    enum Flaw: Hashable {
        /// Carries the name of a similar action, if there is one.
        case unknownAction(near: String?)
        case noKey(String)
        /// The key is used by tmux, flow control or the shell, or never arrives.
        case neverBound(Key)
        case typesItself(Key, in: PaneContext)
        case nothingElseLeadsThere(ActionID)
        case isAnothers(Key, ActionID, in: PaneContext)
    }

    /// The action's name in the configuration file.
    package let action: String
    let flaw: Flaw

    /// A sentence that states the problem and its fix.
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
