import Terminal

extension BindingTable {
    static let chatList: [ActionBinding] = [
        ActionBinding(
            .open, .chatList, "Open the chat", keys: [Key(.enter)], in: [.chatList], footer: FooterLabel("open", 1)),
        ActionBinding(
            .openFound, .chatList, "Open the chat that was found", keys: [Key(.enter)], in: [.chatFilter],
            footer: FooterLabel("open", 1)),
        ActionBinding(
            .focusChat, .chatList, "To the chat", keys: [Key(.tab), Key(.tab, .shift)], in: [.chatList],
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

    /// Letters, since nothing is typed in the list; from elsewhere the menu does the same with the open chat.
    static let organizing: [ActionBinding] = [
        ActionBinding(
            .filterChats, .chatList, "Filter the list by name", listKeys: [.character("/")], menu: ["if"],
            in: whole.subtracting([.chatFilter]),
            footer: FooterLabel("filter", 5, panes: [.chatList])),
        ActionBinding(
            .pinChat, .chatList, "Pin to the top, or unpin", listKeys: [.character("p")], menu: ["op"], in: whole,
            footer: FooterLabel("pin", 8, panes: [.chatList])),
        ActionBinding(
            .muteChat, .chatList, "Mute, or end it", listKeys: [.character("m")], menu: ["om"], in: whole,
            footer: FooterLabel("mute", 9, panes: [.chatList])),
        ActionBinding(
            .mentionsOnly, .chatList, "Only mentions notify, or everything again", listKeys: [.character("o")],
            menu: ["oo"], in: whole),
        ActionBinding(
            .archiveChat, .chatList, "Archive, or take back", listKeys: [.character("a")], menu: ["oa"], in: whole,
            footer: FooterLabel("archive", 10, panes: [.chatList])),
        ActionBinding(
            .markUnread, .chatList, "Mark as read, or as unread", listKeys: [.character("u")], menu: ["ou"],
            in: whole),
        ActionBinding(
            .renameChat, .chatList, "Rename for all", listKeys: [.character("r")], menu: ["or"], in: whole),
        ActionBinding(
            .forgetChat, .chatList, "Forget a chat that was left (asks first)", listKeys: [.character("f")],
            in: [.chatList]),
        ActionBinding(
            .ignorePerson, .chatList, "Ignore the person (asks first), or end it", listKeys: [.character("i")],
            menu: ["oi"], in: whole),
        ActionBinding(.tryAgain, .chatList, "Try again what failed", listKeys: [.character("t")], in: [.chatList]),
        ActionBinding(
            .saveName, .chatList, "Save the name", keys: [Key(.enter)], in: [.chatName],
            footer: FooterLabel("save", 1)),
    ]

    /// In the filter as well: what was found is there to be acted on.
    private static let whole = Set<PaneContext>.chats.subtracting([.chatName])
}
