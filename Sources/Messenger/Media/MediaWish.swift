import MatrixAPI

/// A file of a message that a person wants.
struct MediaWish: Hashable, Sendable {
    /// Of the message.
    let eventID: String
    let file: AttachedFile
    let purpose: MediaPurpose
}
