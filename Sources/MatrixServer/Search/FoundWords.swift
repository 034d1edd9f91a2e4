/// An event that the index of words found.
struct FoundWords: Sendable {
    static let mostCharacters = 4096

    let stream: Int64
    let room: String
    let sender: String
    /// As the index has them, the first of them; `nil` where they weren't asked for.
    let words: String?
}
