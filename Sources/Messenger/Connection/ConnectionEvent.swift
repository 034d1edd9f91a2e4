package import MatrixClient

/// What happens to the connection.
package enum ConnectionEvent: RoutedEvent {
    case changed(ConnectionState)
    /// The server that is a part of this program can't be followed; what is on disk can be read all the same.
    case notStarted(any Reason)
    /// A request found nobody: what the server says may not be heard any more, whatever the last state was.
    case inDoubt
    /// The server takes lines and the sync doesn't show them: it is dead.
    case deaf
    /// Nothing comes from the server though it should, or something does again.
    case found(AnswerWatch.Finding)
    /// Lines wait so many milliseconds for their next try, because the server wants that or because one failed; `nil` where none do.
    case linesWait(milliseconds: Int64?, isServersWish: Bool)
    /// Somebody wants a try at once.
    case tryingNow
    /// A second went by while the next try is counted down.
    case counted
    /// What arrived can't be kept, or can be again.
    case storageProblem(FailureReason?)
}
