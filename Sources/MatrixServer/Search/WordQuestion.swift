import SearchWords

/// What the index of words is asked.
struct WordQuestion: Sendable {
    /// All of these, or nothing is found.
    let terms: [SearchTerm]
    let keys: [SearchedKey]
    /// In one of which it was said.
    let rooms: Set<String>
    /// Of whom one said it; `nil`: anybody.
    let senders: Set<String>?
    /// The place before which it was said.
    let before: Int64
    let limit: Int
    /// Whether ``FoundWords/words`` are wanted.
    let wantsWords: Bool
}
