/// The reason why there is no screen, and what to do.
package enum TerminalError: Error, Hashable, Sendable {
    /// The stream that should be a terminal.
    package enum Stream: Hashable, Sendable { case input, output }

    case noTerminal(Stream)
    case typeMissing
    case typeUnknown(String)
    case typeUnable(String)
    case noTypes
    /// Another error, with the system's message.
    case failed(String)
}
