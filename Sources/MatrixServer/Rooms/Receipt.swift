/// A receipt (client-server API, "Receipts").
struct Receipt: Sendable {
    let user: String
    /// `m.read` or `m.read.private`.
    let type: String
    /// The thread's root, `main`, or empty for an unthreaded receipt.
    let thread: String
    let eventID: String
    /// The event's position in the order.
    let stream: Int64
    /// Milliseconds since 1970.
    let timestamp: Int64
}
