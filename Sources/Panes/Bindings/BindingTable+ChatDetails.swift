import Terminal

extension BindingTable {
    static let chatDetails: [ActionBinding] = [
        action(.nameChat, "Name the chat", "n"),
        action(.setTopic, "Set its topic", "t"),
        action(.invitePerson, "Invite somebody", "i"),
        action(.changeNotices, "Be told of all, of mentions, of nothing", "m"),
        action(.showWhole, "Show a long name or topic to its end, or cut", "w"),
        action(.chatWithMember, "Chat with the chosen member", "c"),
        action(.removeMember, "Remove the chosen member (asks first)", "r"),
        ActionBinding(
            .saveField, .chatDetails, "Take over what was typed", keys: [Key(.enter)], in: [.chatDetailsField],
            footer: FooterLabel("take over", 1)),
    ]

    private static func action(_ id: ActionID, _ title: String, _ letter: Character) -> ActionBinding {
        ActionBinding(id, .chatDetails, title, menu: ["o\(letter)"], in: [.chatDetails])
    }
}
