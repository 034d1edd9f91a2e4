/// What was run from the list of commands, so that it stands first the next time.
@MainActor
final class CommandModel {
    /// Names of actions, the last one first, each once.
    private(set) var recent: [String] = []

    private static let maximumCount = 20

    func load(_ names: [String]) { recent = Array(names.prefix(Self.maximumCount)) }

    func add(_ name: String) { load([name] + recent.filter { $0 != name }) }
}
