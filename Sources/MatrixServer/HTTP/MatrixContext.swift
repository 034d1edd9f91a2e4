import NIOCore

/// The context of a request: its connection.
struct MatrixContext: Sendable {
    let channel: any Channel
    /// `nil` if it has closed meanwhile.
    let connection: Connection?
}
