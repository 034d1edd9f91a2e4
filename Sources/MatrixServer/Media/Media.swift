/// The metadata of an upload.
struct Media: Sendable {
    let id: String
    /// The hash of the file with its bytes.
    let hash: String
    /// The size in bytes.
    let size: Int64
    let type: MediaType
    /// The name as uploaded.
    let name: String?
}
