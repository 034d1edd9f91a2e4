import MatrixAPI

/// A request for the file of a message.
struct MediaWish: Hashable, Sendable {
    /// The event ID of the message.
    let eventID: String
    let file: AttachedFile
    let purpose: MediaPurpose
}
