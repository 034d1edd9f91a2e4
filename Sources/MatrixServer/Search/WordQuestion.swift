import SearchWords

/// A query of the word index.
struct WordQuestion: Sendable {
    /// The terms, all of which have to match.
    let terms: [SearchTerm]
    let keys: [SearchedKey]
    /// The rooms that are searched.
    let rooms: Set<String>
    /// The senders whose events are searched; `nil` stands for all.
    let senders: Set<String>?
    /// The position before which events are searched.
    let before: Int64
    let limit: Int
    /// Whether ``FoundWords/words`` are requested.
    let wantsWords: Bool
}
