/// The recently used commands, which the list of commands shows first.
@MainActor
final class CommandModel {
    /// The names of the actions without duplicates, the last used first.
    private(set) var recent: [String] = []

    private static let maximumCount = 20

    func load(_ names: [String]) { recent = Array(names.prefix(Self.maximumCount)) }

    func add(_ name: String) { load([name] + recent.filter { $0 != name }) }
}
