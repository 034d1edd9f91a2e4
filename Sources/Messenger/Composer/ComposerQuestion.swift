/// What a line asks for that can't be undone: it is done once somebody said yes.
struct ComposerQuestion: Hashable {
    enum Kind: Hashable {
        case leaveChat, deleteMessage
        case knock(RoomAddress)
        /// A space of that name, with the chat in it.
        case makeSpace(String)
        case member(MemberChange, name: String)
    }

    /// Rises with each question.
    let number: Int
    let kind: Kind
    /// The line that asks for it.
    let text: String
}
