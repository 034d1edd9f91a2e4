/// What is known of one upload.
struct Media: Sendable {
    let id: String
    /// Of the file with its bytes.
    let hash: String
    /// In bytes.
    let size: Int64
    let type: MediaType
    /// As it was given.
    let name: String?
}
