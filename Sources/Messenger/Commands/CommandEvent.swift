/// Events about the list of commands. Commands are identified by the names of their actions.
package enum CommandEvent: RoutedEvent {
    /// The recently used commands were loaded from disk, the last used first.
    case loaded([String])
    case ran(String)
}
