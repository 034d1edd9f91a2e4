/// The address of a file that is to come.
struct PendingUpload: Sendable {
    let id: String
    /// Until when it has to be there: milliseconds since 1970.
    let expiresAt: Int64
}
