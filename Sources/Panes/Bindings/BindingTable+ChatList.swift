import Terminal

extension BindingTable {
    static let chatList: [ActionBinding] = [
        ActionBinding(
            .open, .chatList, "Open the chat", keys: [Key(.enter)], in: [.chatList], footer: FooterLabel("open", 1)),
        ActionBinding(
            .openFound, .chatList, "Open the chat that was found", keys: [Key(.enter)], in: [.chatFilter],
            footer: FooterLabel("open", 1)),
        ActionBinding(
            .focusChat, .chatList, "To the chat", keys: [Key(.tab), Key(.tab, .shift)], in: [.chatList, .chatFilter],
            footer: FooterLabel("chat", 4)),
        ActionBinding(.selectPrevious, .chatList, "Up", keys: [Key(.up)], in: [.chatDetails, .chatList, .chatFilter]),
        ActionBinding(.selectNext, .chatList, "Down", keys: [Key(.down)], in: [.chatDetails, .chatList, .chatFilter]),
        ActionBinding(
            .selectScreenUp, .chatList, "A screen up", keys: [Key(.pageUp)], in: [.chatDetails, .chatList, .chatFilter]),
        ActionBinding(
            .selectScreenDown, .chatList, "A screen down", keys: [Key(.pageDown)],
            in: [.chatDetails, .chatList, .chatFilter]),
        ActionBinding(.selectFirst, .chatList, "First in the list", keys: [Key(.home)], in: [.chatDetails, .chatList]),
        ActionBinding(.selectLast, .chatList, "Last in the list", keys: [Key(.end)], in: [.chatDetails, .chatList]),
    ]

    /// By the menu: letters filter the list, or write.
    static let organizing: [ActionBinding] = [
        ActionBinding(
            .filterChats, .chatList, "Filter the list by name", menu: ["if"], in: whole.subtracting([.chatFilter]),
            footer: FooterLabel("filters", 5, panes: [.chatList]), keysLabel: "Letters, ^O i f"),
        ActionBinding(.pinChat, .chatList, "Pin to the top, or unpin", menu: ["op"], in: whole),
        ActionBinding(.muteChat, .chatList, "Mute, or end it", menu: ["om"], in: whole),
        ActionBinding(.mentionsOnly, .chatList, "Only mentions notify, or everything again", menu: ["oo"], in: whole),
        ActionBinding(.archiveChat, .chatList, "Archive, or take back", menu: ["oa"], in: whole),
        ActionBinding(.markUnread, .chatList, "Mark as read, or as unread", menu: ["ou"], in: whole),
        ActionBinding(.renameChat, .chatList, "Rename for all", menu: ["or"], in: whole),
        ActionBinding(
            .forgetChat, .chatList, "Forget a chat that was left (asks first)", menu: ["of"],
            in: [.chatList, .chatFilter]),
        ActionBinding(
            .ignorePerson, .chatList, "Ignore the person (asks first), or end it", menu: ["oi"], in: whole),
        ActionBinding(.tryAgain, .chatList, "Try again what failed", menu: ["ot"], in: [.chatList, .chatFilter]),
        ActionBinding(
            .saveName, .chatList, "Save the name", keys: [Key(.enter)], in: [.chatName],
            footer: FooterLabel("save", 1)),
    ]

    /// In the filter as well: what was found is there to be acted on.
    private static let whole = Set<PaneContext>.chats.subtracting([.chatName])
}
