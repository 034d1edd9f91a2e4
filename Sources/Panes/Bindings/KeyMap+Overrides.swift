import Terminal
import ViewModels

extension KeyMap {
    /// The table with other keys for some actions.
    ///
    /// - Parameter overrides: key names by action name, as `["new-chat": ["F4", "M-k"]]`; an empty list takes all keys away.
    /// - Returns: what could be bound, and what could not and why: the rest applies all the same.
    package static func with(overrides: [String: [String]]) -> (keyMap: KeyMap, problems: [KeyMapProblem]) {
        var problems: [KeyMapProblem] = []
        var chosen: [ActionID: [Key]] = [:]
        // In the order of the table, so that the same file gives the same keys.
        for name in overrides.keys.sorted() where ActionID(name: name) == nil {
            problems.append(KeyMapProblem(action: name, message: unknownAction(name)))
        }
        for binding in BindingTable.all {
            guard let names = overrides[binding.id.name] else { continue }
            do {
                chosen[binding.id] = try keys(names, for: binding)
            } catch {
                problems.append(KeyMapProblem(action: binding.id.name, message: error.message))
            }
        }
        while let collision = collision(chosen) {
            chosen[collision.action] = nil
            problems.append(KeyMapProblem(action: collision.action.name, message: collision.message))
        }
        return (KeyMap(bindings(chosen)), problems)
    }

    private struct Refusal: Error {
        let message: String
    }

    /// tmux, flow control and the shell have them, or take them on their way.
    private static let neverBound: [Key: String] = [
        .control("b"): .words("keys.tmux-takes-it"), .control("s"): .words("keys.terminals-stop-at-it"),
        .control("q"): .words("keys.terminals-go-on-at-it"),
        .control("z"): .words("keys.it-suspends"),
    ]

    private static func keys(_ names: [String], for binding: ActionBinding) throws(Refusal) -> [Key] {
        var keys: [Key] = []
        for name in names {
            guard let key = Key(name: name) else {
                throw Refusal(
                    message: .words("keys.is-no-key", ["name": name]))
            }
            if let reason = neverBound[key] {
                throw Refusal(message: .words("keys.cant-be-bound", ["key": key.name, "reason": reason]))
            }
            if case .character = key.code, key.modifiers.isEmpty, let field = writingPlace(of: binding) {
                throw Refusal(message: .words("keys.types-itself", ["key": key.name, "place": field.place]))
            }
            if !keys.contains(key) { keys.append(key) }
        }
        let others = binding.emptyComposerKeys + binding.prefixedKeys
        if keys.isEmpty, binding.menuLetters.isEmpty, others.isEmpty {
            throw Refusal(message: .words("keys.nothing-else-leads-there", ["action": binding.title]))
        }
        return keys
    }

    private static func writingPlace(of binding: ActionBinding) -> PaneContext? {
        PaneContext.allCases.first { binding.panes.contains($0) && !Set<PaneContext>.lettered.contains($0) }
    }

    private static func bindings(_ chosen: [ActionID: [Key]]) -> [ActionBinding] {
        BindingTable.all.map { binding in chosen[binding.id].map(binding.with(keys:)) ?? binding }
    }

    /// The first action of the table whose chosen key another has in one of its panes.
    private static func collision(_ chosen: [ActionID: [Key]]) -> (action: ActionID, message: String)? {
        let all = bindings(chosen)
        for binding in all where chosen[binding.id] != nil {
            for pane in PaneContext.allCases {
                let keys = binding.keys(in: pane)
                for other in all where other.id != binding.id {
                    guard let key = other.keys(in: pane).first(where: keys.contains) else { continue }
                    let message = String.words(
                        "keys.is-anothers",
                        ["key": key.name, "action": other.title, "place": pane.place, "name": other.id.name])
                    return (binding.id, message)
                }
            }
        }
        return nil
    }

    private static func unknownAction(_ name: String) -> String {
        let nearest = ActionID.allCases.map(\.name).filter { $0.contains(name) || name.contains($0) }.first
        return nearest.map { .words("keys.no-action-but", ["name": name, "near": $0]) }
            ?? .words("keys.no-action", ["name": name])
    }
}
