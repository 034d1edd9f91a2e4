import Terminal
import ViewModels

extension BindingTable {
    static let chatList: [ActionBinding] = [
        ActionBinding(
            .open, .chatList, keys: [Key(.enter)], in: [.chatList], footer: FooterPlace(1)),
        ActionBinding(
            .openFound, .chatList, keys: [Key(.enter)], in: [.chatFilter],
            footer: FooterPlace(1)),
        ActionBinding(
            .focusChat, .chatList, keys: [Key(.tab), Key(.tab, .shift)], in: [.chatList, .chatFilter],
            footer: FooterPlace(4)),
        ActionBinding(.selectPrevious, .chatList, keys: [Key(.up)], in: rows),
        ActionBinding(.selectNext, .chatList, keys: [Key(.down)], in: rows),
        ActionBinding(
            .selectScreenUp, .chatList, keys: [Key(.pageUp)], in: rows),
        ActionBinding(
            .selectScreenDown, .chatList, keys: [Key(.pageDown)],
            in: rows),
        ActionBinding(.selectFirst, .chatList, keys: [Key(.home)], in: rows.subtracting([.chatFilter])),
        ActionBinding(.selectLast, .chatList, keys: [Key(.end)], in: rows.subtracting([.chatFilter])),
    ]

    private static let rows: Set<PaneContext> = [.chatDetails, .chatList, .chatFilter, .devices]

    /// Reached through the menu only, because letters filter the list or write text.
    static let organizing: [ActionBinding] = [
        ActionBinding(
            .filterChats, .chatList, menu: ["if"], in: whole.subtracting([.chatFilter]),
            footer: FooterPlace(5, panes: [.chatList]), keysLabel: .words("keys.of-filter-chats")),
        ActionBinding(.pinChat, .chatList, menu: ["op"], in: whole),
        ActionBinding(.muteChat, .chatList, menu: ["om"], in: whole),
        ActionBinding(.mentionsOnly, .chatList, menu: ["oo"], in: whole),
        ActionBinding(.archiveChat, .chatList, menu: ["oa"], in: whole),
        ActionBinding(.markUnread, .chatList, menu: ["ou"], in: whole),
        ActionBinding(.renameChat, .chatList, menu: ["or"], in: whole),
        ActionBinding(.putInSpace, .chatList, menu: ["os"], in: whole),
        ActionBinding(.takeFromSpace, .chatList, menu: ["ox"], in: whole),
        ActionBinding(
            .forgetChat, .chatList, menu: ["of"],
            in: [.chatList, .chatFilter]),
        ActionBinding(
            .ignorePerson, .chatList, menu: ["oi"], in: whole),
        ActionBinding(.tryAgain, .chatList, menu: ["ot"], in: [.chatList, .chatFilter]),
        ActionBinding(
            .saveName, .chatList, keys: [Key(.enter)], in: [.chatName],
            footer: FooterPlace(1)),
    ]

    /// Includes the filter, so that the chats found can be acted on.
    private static let whole = Set<PaneContext>.chats.subtracting([.chatName])
}
