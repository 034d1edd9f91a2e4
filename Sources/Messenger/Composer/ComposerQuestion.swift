/// A request for confirmation of a line whose effect can't be undone.
struct ComposerQuestion: Hashable {
    enum Kind: Hashable {
        case leaveChat, deleteMessage
        case knock(RoomAddress)
        /// Creates a space of that name, with the chat in it.
        case makeSpace(String)
        case member(MemberChange, name: String)
    }

    /// A counter that increases with each question.
    let number: Int
    let kind: Kind
    /// The line in question.
    let text: String
}
