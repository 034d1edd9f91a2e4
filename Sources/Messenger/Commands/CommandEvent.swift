/// What was run from the list of commands, by the names of the actions.
package enum CommandEvent: RoutedEvent {
    /// What was run before, the last one first, came from disk.
    case loaded([String])
    case ran(String)
}
