import Terminal

extension BindingTable {
    static let chatDetails: [ActionBinding] = [
        ActionBinding(
            .nameChat, .chatDetails, "Name the chat", keys: [.character("n")], in: [.chatDetails],
            footer: FooterLabel("name", 1)),
        ActionBinding(
            .setTopic, .chatDetails, "Set its topic", keys: [.character("t")], in: [.chatDetails],
            footer: FooterLabel("topic", 2)),
        ActionBinding(
            .invitePerson, .chatDetails, "Invite somebody", keys: [.character("i")], in: [.chatDetails],
            footer: FooterLabel("invite", 3)),
        ActionBinding(
            .changeNotices, .chatDetails, "Be told of all, of mentions, of nothing", keys: [.character("m")],
            in: [.chatDetails], footer: FooterLabel("notices", 4)),
        ActionBinding(
            .showWhole, .chatDetails, "Show a long name or topic to its end, or cut", keys: [.character("w")],
            in: [.chatDetails], footer: FooterLabel("all of it", 7)),
        ActionBinding(
            .chatWithMember, .chatDetails, "Chat with the chosen member", keys: [Key(.enter), .character("c")],
            in: [.chatDetails], footer: FooterLabel("chat", 6)),
        ActionBinding(
            .removeMember, .chatDetails, "Remove the chosen member (asks first)",
            keys: [.character("r"), Key(.delete)],
            in: [.chatDetails], footer: FooterLabel("remove", 5)),
        ActionBinding(
            .saveField, .chatDetails, "Take over what was typed", keys: [Key(.enter)], in: [.chatDetailsField],
            footer: FooterLabel("take over", 1)),
    ]
}
