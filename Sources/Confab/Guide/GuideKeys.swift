import Panes

/// The names of keys in the guide's messages, according to the current bindings.
struct GuideKeys: Equatable, Sendable {
    static let standard = GuideKeys(.standard)

    /// The shortest key of each action, by its name.
    private let first: [String: String]
    /// All keys of each action, by its name.
    private let all: [String: String]
    /// The actions of each key, in the order of the table.
    private let actions: [String: [ActionID]]

    init(_ keyMap: KeyMap) {
        let pairs = keyMap.all.map { ($0.id.name, $0) }
        first = Dictionary(pairs.map { ($0, $1.firstKeyName(in: .emptyComposer)) }) { first, _ in first }
        all = Dictionary(pairs.map { ($0, $1.keyNames) }) { first, _ in first }
        let singly = keyMap.all.flatMap { binding in
            (binding.keys + binding.emptyComposerKeys).map { ($0.name, [binding.id]) }
        }
        actions = Dictionary(singly) { $0 + $1 }
    }

    /// - Parameter commands: the commands to name instead of keys.
    init(commands: [ActionID: String]) {
        first = Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $1) })
        all = first
        actions = [:]
    }

    func names(_ action: ActionID) -> String { all[action.name] ?? "" }

    /// - Parameter key: as in `F7` or `M-a`. A single letter has no actions here, since letters occur in every text.
    func actions(of key: String) -> [ActionID] { key.count > 1 ? actions[key] ?? [] : [] }

    /// Returns a text with keys in place of action names, as in `{key.help}`.
    func filled(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: Self.opening) {
            result += rest[..<start.lowerBound]
            let name = rest[start.upperBound...].prefix { $0 != "}" }
            result += first[String(name)] ?? ""
            rest = rest[name.endIndex...].dropFirst()
        }
        return result + rest
    }

    private static let opening = "{key."
}
