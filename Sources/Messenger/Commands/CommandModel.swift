import Engine

/// Events about the list of commands. Commands are identified by the names of their actions.
package enum CommandEvent: RoutedEvent {
    /// The recently used commands were loaded from disk, the last used first.
    case loaded([String])
    case ran(String)
}

/// The recently used commands, which the list of commands shows first.
package struct CommandModel {
    /// The names of the actions without duplicates, the last used first.
    package private(set) var recent: [String] = []

    private static let maximumCount = 20

    mutating func load(_ names: [String]) { recent = Array(names.prefix(Self.maximumCount)) }

    mutating func add(_ name: String) { load([name] + recent.filter { $0 != name }) }
}
