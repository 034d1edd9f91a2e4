/// The state of a file's ID.
enum UploadStanding: Sendable {
    /// The upload is pending, and only the owner may send it.
    case pending(owner: String)
    case uploaded(Media)
}
