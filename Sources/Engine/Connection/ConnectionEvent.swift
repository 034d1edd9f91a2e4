package import MatrixClient

/// Changes of the connection.
package enum ConnectionEvent: RoutedEvent {
    case changed(ConnectionState)
    /// The built-in server did not start. Stored chats can still be read.
    case notStarted(any Reason)
    /// A request got no response, so that the connection may be broken although its state says otherwise.
    case inDoubt
    /// The server accepts lines, but the sync doesn't deliver them: the sync is broken.
    case deaf
    /// The server stopped answering, or answers again.
    case found(ResponseWatchdog.Finding)
    /// Queued lines wait this many milliseconds for their next retry, because the server asked for it or one
    /// failed; `nil` if none wait.
    case linesWait(milliseconds: Int64?, isServersWish: Bool)
    /// The user retries at once.
    case tryingNow
    /// A second passed in the countdown to the next retry.
    case counted
    /// Received data can't be stored, or can be again.
    case storageProblem(FailureReason?)
}
