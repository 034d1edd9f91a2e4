import Terminal

extension BindingTable {
    static let chats: [ActionBinding] = [
        ActionBinding(
            .newChat, .chats, "New chat", keys: [Key(.function(4))], menu: ["n"], in: .chats,
            footer: FooterLabel("new chat", 6, panes: [.chatList])),
        ActionBinding(
            .catchUp, .chats, "Catch up: next unread", keys: [Key(.function(7)), .meta("a")], menu: ["a"], in: .chats,
            footer: FooterLabel("next unread", 7, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .goToChat, .chats, "Go to chat by name", keys: [.control("g"), Key(.function(3))], menu: ["f"], in: .chats,
            footer: FooterLabel("go to", 3, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .nextChat, .chats, "Next chat", keys: [.control("n"), Key(.down, .meta)], in: .chats,
            footer: FooterLabel("next chat", 9, panes: .chats.subtracting([.selection]))),
        ActionBinding(.previousChat, .chats, "Previous chat", keys: [.control("p"), Key(.up, .meta)], in: .chats),
        ActionBinding(
            .lastVisited, .chats, "Last visited chat", keys: [Key(.function(8)), .meta("/")], menu: ["p"], in: .chats),
        ActionBinding(
            .chatByPlace, .chats, "Chat by its place", keys: places.map { Key.meta($0) }, menu: places.map(String.init),
            in: .chats,
            keysLabel: "M-1 … M-9, ^O 1 … ^O 9"),
        ActionBinding(
            .chatDetails, .chats, "Details of this chat: members, topic", keys: [.meta("i")], menu: ["od"], in: .chats),
        ActionBinding(.followChat, .chats, "Go to where this chat moved", menu: ["og"], in: .chats),
        ActionBinding(
            .leaveChat, .chats, "Leave this chat (asks first)", menu: ["v"], in: .chats),
        ActionBinding(
            .focusList, .chats, "To the chat list", keys: [Key(.tab, .shift)], emptyComposerKeys: [Key(.tab)],
            in: .messages.union([.invitation]).subtracting([.completion]),
            footer: FooterLabel("list", 4, panes: [.emptyComposer, .invitation]),
            keysLabel: "Tab, Shift-Tab (also while you write)"),
    ]

    private static let places: [Character] = Array("123456789")
}
