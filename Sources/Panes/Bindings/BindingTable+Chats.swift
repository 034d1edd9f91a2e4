import Terminal
import ViewModels

extension BindingTable {
    static let chats: [ActionBinding] = [
        ActionBinding(
            .newChat, .chats, keys: [Key(.function(4))], menu: ["n"], in: .chats,
            footer: FooterPlace(6, panes: [.chatList])),
        ActionBinding(
            .findChats, .chats, menu: ["ij"], in: .chats.union([.createChat, .addingMember])),
        ActionBinding(
            .catchUp, .chats, keys: [Key(.function(7)), .meta("a")], menu: ["a"], in: .chats,
            footer: FooterPlace(7, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .goToChat, .chats, keys: [.control("g"), Key(.function(3))], menu: ["f"], in: .chats,
            footer: FooterPlace(3, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .search, .chats, keys: [.control("r"), Key(.function(6))], menu: ["ir"], in: .chats),
        ActionBinding(
            .nextChat, .chats, keys: [.control("n"), Key(.down, .meta)], in: .chats,
            footer: FooterPlace(9, panes: .chats.subtracting([.selection]))),
        ActionBinding(.previousChat, .chats, keys: [.control("p"), Key(.up, .meta)], in: .chats),
        ActionBinding(
            .lastVisited, .chats, keys: [Key(.function(8)), .meta("/")], menu: ["p"], in: .chats),
        ActionBinding(
            .chatByPlace, .chats, keys: places.map { Key.meta($0) }, menu: places.map(String.init),
            in: .chats,
            keysLabel: "M-1 … M-9, ^O 1 … ^O 9"),
        ActionBinding(
            .chatDetails, .chats, keys: [.meta("i")], menu: ["od"], in: .chats),
        ActionBinding(.attach, .chats, keys: [.control("t")], menu: ["oc"], in: .chats),
        ActionBinding(.threads, .chats, menu: ["oh"], in: .chats),
        ActionBinding(.followChat, .chats, menu: ["og"], in: .chats),
        ActionBinding(.takeIdentity, .chats, menu: ["oy"], in: .chats),
        ActionBinding(
            .leaveChat, .chats, menu: ["v"], in: .chats),
        ActionBinding(.takeBack, .chats, keys: [.meta("u")], menu: ["z"], in: .chats),
        ActionBinding(
            .focusList, .chats, keys: [Key(.tab, .shift)], emptyComposerKeys: [Key(.tab)],
            in: .messages.union([.invitation]).subtracting([.completion]),
            footer: FooterPlace(4, panes: [.emptyComposer, .invitation]),
            keysLabel: .words("keys.of-focus-list")),
    ]

    private static let places: [Character] = Array("123456789")
}
