import Terminal

extension KeyMap {
    /// Returns the table with other keys for some actions.
    ///
    /// - Parameter overrides: key names by action name, as in `["new-chat": ["F4", "M-k"]]`; an empty list removes
    ///   all keys.
    /// - Returns: the resulting key map, and a problem for each override that was rejected. The other overrides
    ///   apply.
    package static func with(overrides: [String: [String]]) -> (keyMap: KeyMap, problems: [KeyMapProblem]) {
        var problems: [KeyMapProblem] = []
        var chosen: [ActionID: [Key]] = [:]
        // Iterates in table order, so that the same file always gives the same keys.
        for name in overrides.keys.sorted() where ActionID(name: name) == nil {
            let near = ActionID.allCases.map(\.name).first { $0.contains(name) || name.contains($0) }
            problems.append(KeyMapProblem(action: name, flaw: .unknownAction(near: near)))
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
            problems.append(KeyMapProblem(action: collision.action.name, flaw: collision.flaw))
        }
        return (KeyMap(bindings(chosen)), problems)
    }

    private static func keys(_ names: [String], for binding: ActionBinding) throws(KeyMapProblem) -> [Key] {
        func problem(_ flaw: KeyMapProblem.Flaw) -> KeyMapProblem { KeyMapProblem(action: binding.id.name, flaw: flaw) }
        var keys: [Key] = []
        for name in names {
            guard let key = Key(name: name) else { throw problem(.noKey(name)) }
            if KeyMapProblem.neverBound[key] != nil { throw problem(.neverBound(key)) }
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
    private static func collision(_ chosen: [ActionID: [Key]]) -> (action: ActionID, flaw: KeyMapProblem.Flaw)? {
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
