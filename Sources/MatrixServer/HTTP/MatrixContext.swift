import NIOCore

/// What goes along with a request: its connection.
struct MatrixContext: Sendable {
    let channel: any Channel
    /// `nil` where it has closed meanwhile.
    let connection: Connection?
}
