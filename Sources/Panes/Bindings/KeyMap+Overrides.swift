import Terminal
import ViewModels

extension KeyMap {
    /// Returns the table with other keys for some actions.
    ///
    /// - Parameter overrides: key names by action name, as in `["new-chat": ["F4", "M-k"]]`; an empty list removes
    ///   all keys.
    /// - Returns: the resulting key map, and a problem for each override that was rejected. The other overrides
    ///   apply.
    package static func with(overrides: [String: [String]]) -> (keyMap: KeyMap, problems: [KeyMapError]) {
        var problems: [KeyMapError] = []
        var chosen: [ActionID: [Key]] = [:]
        // Iterates in table order, so that the same file always gives the same keys.
        for name in overrides.keys.sorted() where ActionID(name: name) == nil {
            let near = ActionID.allCases.map(\.name).first { $0.contains(name) || name.contains($0) }
            problems.append(KeyMapError(action: name, flaw: .unknownAction(near: near)))
        }
        for binding in BindingTable.all {
            guard let names = overrides[binding.id.name] else { continue }
            do {
                chosen[binding.id] = try keys(names, for: binding)
            } catch {
                problems.append(error)
            }
        }
        while let collision = collision(chosen) {
            chosen[collision.action] = nil
            problems.append(KeyMapError(action: collision.action.name, flaw: collision.flaw))
        }
        return (KeyMap(bindings(chosen)), problems)
    }

    private static func keys(_ names: [String], for binding: ActionBinding) throws(KeyMapError) -> [Key] {
        func problem(_ flaw: KeyMapError.Kind) -> KeyMapError { KeyMapError(action: binding.id.name, flaw: flaw) }
        var keys: [Key] = []
        for name in names {
            guard let key = Key(name: name) else { throw problem(.noKey(name)) }
            if KeyMapError.neverBound[key] != nil { throw problem(.neverBound(key)) }
            if case .character = key.code, key.modifiers.isEmpty, let field = writingPlace(of: binding) {
                throw problem(.typesItself(key, in: field))
            }
            if !keys.contains(key) { keys.append(key) }
        }
        let others = binding.emptyComposerKeys + binding.prefixedKeys
        if keys.isEmpty, binding.menuLetters.isEmpty, others.isEmpty {
            throw problem(.nothingElseLeadsThere(binding.id))
        }
        return keys
    }

    private static func writingPlace(of binding: ActionBinding) -> PaneContext? {
        PaneContext.allCases.first { binding.panes.contains($0) && !Set<PaneContext>.lettered.contains($0) }
    }

    private static func bindings(_ chosen: [ActionID: [Key]]) -> [ActionBinding] {
        BindingTable.all.map { binding in chosen[binding.id].map(binding.with(keys:)) ?? binding }
    }

    /// Returns the first action of the table with a configured key that conflicts with another action in the same
    /// pane.
    private static func collision(_ chosen: [ActionID: [Key]]) -> (action: ActionID, flaw: KeyMapError.Kind)? {
        let all = bindings(chosen)
        for binding in all where chosen[binding.id] != nil {
            for pane in PaneContext.allCases {
                let keys = binding.keys(in: pane)
                for other in all where other.id != binding.id {
                    guard let key = other.keys(in: pane).first(where: keys.contains) else { continue }
                    return (binding.id, .isAnothers(key, other.id, in: pane))
                }
            }
        }
        return nil
    }
}

/// The reason why a configured key was rejected. The action keeps its default keys.
package struct KeyMapError: Error, Hashable {
    enum Kind: Hashable {
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
    let flaw: Kind

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
