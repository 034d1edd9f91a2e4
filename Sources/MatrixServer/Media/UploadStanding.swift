/// What an ID of a file stands for.
enum UploadStanding: Sendable {
    /// The file is to come, and nobody but the owner may bring it.
    case pending(owner: String)
    case uploaded(Media)
}
