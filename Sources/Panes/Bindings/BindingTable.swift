import Terminal
import ViewModels

/// The only table of actions and their keys. Footer, menu, help screen, command list and confab-keys(7) are generated
/// from it. They use a ``KeyMap`` if the user may have configured other keys.
package enum BindingTable {
    package static let all =
        writing + chatList + chatDetails + forms + selection + messages + chats + organizing + people + devices
        + reading
        + anywhere + textFields + writingMore
}

extension BindingTable {
    static let anywhere: [ActionBinding] = [
        ActionBinding(
            .menu, .anywhere, keys: [.control("o")], in: .everywhere,
            footer: FooterPriority(2, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .commands, .anywhere, keys: [Key(.function(2)), .meta("x")], menu: ["x"],
            in: .everywhere, footer: FooterPriority(10)),
        ActionBinding(
            .help, .anywhere, keys: [Key(.function(1))], menu: ["h"], in: .all,
            footer: FooterPriority(5, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .back, .anywhere, keys: [Key(.escape)], in: .all,
            footer: FooterPriority(4)),
        ActionBinding(
            .goToNotice, .anywhere, keys: [.meta("g")], menu: ["g"], in: .everywhere,
            keylessIn: [.selection]),
        ActionBinding(
            .openActions, .anywhere, keys: [Key(.enter)],
            in: [.selection, .chatDetails, .devices], footer: FooterPriority(3)),
        ActionBinding(
            .tryNow, .anywhere, menu: ["t"], in: .everywhere,
            footer: FooterPriority(3)),
        ActionBinding(.logIn, .anywhere, menu: ["l"], in: .everywhere),
        ActionBinding(.addAccount, .anywhere, menu: ["sa"], in: .chats),
        ActionBinding(.closeAccount, .anywhere, menu: ["sc"], in: .chats),
        ActionBinding(.security, .anywhere, menu: ["sk"], in: .chats),
        ActionBinding(.share, .anywhere, menu: ["ss"], in: .chats),
        ActionBinding(.redraw, .anywhere, keys: [.control("l")], in: .all),
        ActionBinding(.suspend, .anywhere, keys: [.control("z")], in: .all),
        ActionBinding(
            .quit, .anywhere, keys: [.control("c")], menu: ["q"], in: .all,
            keysLabel: "^C ^C, ^O q"),
    ]
}

extension BindingTable {
    static let chatDetails: [ActionBinding] = [
        action(.nameChat, "n"),
        action(.setTopic, "t"),
        action(.invitePerson, "i"),
        action(.changeNotices, "m"),
        action(.encryptChat, "e"),
        action(.showWhole, "w"),
        action(.chatWithMember, "c"),
        action(.admitMember, "l"),
        action(.removeMember, "r"),
        action(.banMember, "b"),
        action(.unbanMember, "u"),
        action(.makeModerator, "p"),
        action(.makeAdmin, "a"),
        action(.takePower, "k"),
        action(.changeEntrance, "j"),
        action(.changeHistory, "h"),
        action(.changeListing, "s"),
        action(.addAddress, "d"),
        action(.removeAddress, "x"),
        ActionBinding(
            .saveField, .chatDetails, keys: [Key(.enter)], in: [.chatDetailsField],
            footer: FooterPriority(1)),
    ]

    private static func action(_ id: ActionID, _ letter: Character) -> ActionBinding {
        ActionBinding(id, .chatDetails, menu: ["o\(letter)"], in: [.chatDetails])
    }
}

extension BindingTable {
    static let chatList: [ActionBinding] = [
        ActionBinding(
            .open, .chatList, keys: [Key(.enter)], in: [.chatList], footer: FooterPriority(1)),
        ActionBinding(
            .openFound, .chatList, keys: [Key(.enter)], in: [.chatFilter],
            footer: FooterPriority(1)),
        ActionBinding(
            .focusChat, .chatList, keys: [Key(.tab), Key(.tab, .shift)], in: [.chatList, .chatFilter],
            footer: FooterPriority(4)),
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

    /// The actions on a chat of the list. Almost all are reached by the menu only, because letters filter the list or
    /// write text there.
    static let organizing: [ActionBinding] = [
        ActionBinding(
            .filterChats, .chatList, menu: ["if"], in: whole.subtracting([.chatFilter]),
            footer: FooterPriority(5, panes: [.chatList]), keysLabel: .words("keys.of-filter-chats")),
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
            footer: FooterPriority(1)),
    ]

    /// The contexts of actions on a chat. They include the filter, so that a chat that was found can be acted on.
    private static let whole = Set<PaneContext>.chats.subtracting([.chatName])
}

extension BindingTable {
    static let chats: [ActionBinding] = [
        ActionBinding(
            .newChat, .chats, keys: [Key(.function(4))], menu: ["n"], in: .chats,
            footer: FooterPriority(6, panes: [.chatList])),
        ActionBinding(
            .findChats, .chats, menu: ["ij"], in: .chats.union([.createChat, .addingMember])),
        ActionBinding(
            .catchUp, .chats, keys: [Key(.function(7)), .meta("a")], menu: ["a"], in: .chats,
            footer: FooterPriority(7, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .goToChat, .chats, keys: [.control("g"), Key(.function(3))], menu: ["f"], in: .chats,
            footer: FooterPriority(3, panes: .chats.subtracting([.selection]))),
        ActionBinding(
            .search, .chats, keys: [.control("r"), Key(.function(6))], menu: ["ir"], in: .chats),
        ActionBinding(
            .nextChat, .chats, keys: [.control("n"), Key(.down, .meta)], in: .chats,
            footer: FooterPriority(9, panes: .chats.subtracting([.selection]))),
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
            footer: FooterPriority(4, panes: [.emptyComposer, .invitation]),
            keysLabel: .words("keys.of-focus-list")),
    ]

    private static let places: [Character] = Array("123456789")
}

extension BindingTable {
    static let devices: [ActionBinding] = [
        ActionBinding(.devices, .devices, menu: ["sd"], in: .chats),
        ActionBinding(.renameDevice, .devices, menu: ["r"], in: [.devices], footer: FooterPriority(5)),
        ActionBinding(.logOutDevice, .devices, menu: ["d"], in: [.devices], footer: FooterPriority(6)),
        ActionBinding(.compareEmoji, .devices, menu: ["c"], in: [.devices], footer: FooterPriority(7)),
        ActionBinding(.reloadDevices, .devices, menu: ["a"], in: [.devices]),
    ]
}

extension BindingTable {
    static let forms: [ActionBinding] = [
        ActionBinding(
            .accept, .forms, keys: [.character("a")], in: [.invitation],
            footer: FooterPriority(1)),
        ActionBinding(
            .acceptAtOnce, .forms, keys: [Key(.enter)],
            in: [.invitation]),
        ActionBinding(
            .decline, .forms, keys: [.character("d")], in: [.invitation],
            footer: FooterPriority(1)),
        ActionBinding(
            .start, .forms, keys: [Key(.enter)], in: [.firstRun],
            footer: FooterPriority(1)),
        ActionBinding(
            .submitLogin, .forms, keys: [Key(.enter)], in: [.login], footer: FooterPriority(1)),
        ActionBinding(
            .nextField, .forms, keys: [Key(.tab), Key(.down)], in: [.login, .editContact],
            footer: FooterPriority(2)),
        ActionBinding(
            .previousField, .forms, keys: [Key(.tab, .shift), Key(.up)],
            in: [.login, .editContact]),
        ActionBinding(
            .confirm, .forms, keys: [.character("y"), .meta("y")], in: [.confirmation, .verification],
            footer: FooterPriority(1)),
        ActionBinding(
            .refuse, .forms, keys: [.character("n"), .meta("n")], in: [.verification],
            footer: FooterPriority(1)),
        ActionBinding(
            .answer, .forms, keys: [Key(.enter)], in: [.question, .securityField, .shareField],
            footer: FooterPriority(1)),
    ]

    static let reading: [ActionBinding] = [
        ActionBinding(
            .choose, .reading, keys: [Key(.enter)], in: [.fuzzyList, .security, .share], footer: FooterPriority(1)),
        ActionBinding(.switchScope, .reading, keys: [Key(.tab)], in: [.fuzzyList]),
        ActionBinding(
            .scrollUp, .reading, keys: [Key(.up), .control("p")], in: lists),
        ActionBinding(
            .scrollDown, .reading, keys: [Key(.down), .control("n")], in: lists,
            footer: FooterPriority(5, panes: [.help, .page])),
        ActionBinding(.scrollScreenUp, .reading, keys: [Key(.pageUp)], in: scrolled),
        ActionBinding(.scrollScreenDown, .reading, keys: [Key(.pageDown)], in: scrolled),
    ]

    private static let lists: Set<PaneContext> = [.help, .menu, .fuzzyList, .page]
    private static let scrolled: Set<PaneContext> = [
        .help, .fuzzyList, .page, .security, .securityField, .share, .shareField, .verification,
    ]
}
