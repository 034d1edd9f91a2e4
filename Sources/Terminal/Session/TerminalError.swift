/// Why there is no screen, and what to do.
package enum TerminalError: Error, Hashable, Sendable {
    /// What should be a terminal.
    package enum Stream: Hashable, Sendable { case input, output }

    case noTerminal(Stream)
    case typeMissing
    case typeUnknown(String)
    case typeUnable(String)
    case noTypes
    /// With the system's words.
    case failed(String)
}
