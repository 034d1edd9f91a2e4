/// An event found in the word index.
struct FoundWords: Sendable {
    static let mostCharacters = 4096

    let stream: Int64
    let room: String
    let sender: String
    /// The first words of the text as in the index; `nil` if they weren't requested.
    let words: String?
}
