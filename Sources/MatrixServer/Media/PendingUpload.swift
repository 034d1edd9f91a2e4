/// The address of a pending upload.
struct PendingUpload: Sendable {
    let id: String
    /// The time by which it has to be uploaded, in milliseconds since 1970.
    let expiresAt: Int64
}
