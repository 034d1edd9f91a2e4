import Terminal

extension BindingTable {
    static let messages: [ActionBinding] = [
        ActionBinding(
            .screenUp, .messages, keys: [Key(.pageUp)], in: .messages,
            footer: FooterPriority(8, panes: .composers)),
        ActionBinding(.screenDown, .messages, keys: [Key(.pageDown)], in: .messages),
        ActionBinding(
            .firstMessage, .messages, keys: [.meta("<")], emptyComposerKeys: [Key(.home)],
            in: .messages),
        ActionBinding(
            .latestMessage, .messages, keys: [.meta(">")], emptyComposerKeys: [Key(.end)],
            in: .messages),
        ActionBinding(
            .firstUnread, .messages, keys: [.meta("l")], menu: ["mu"], in: .messages),
        ActionBinding(
            .selectOlder, .messages, emptyComposerKeys: [Key(.up)],
            in: [.emptyComposer, .selection]),
        ActionBinding(
            .selectNewer, .messages, keys: [Key(.down)], in: [.selection]),
        ActionBinding(.editLast, .messages, menu: ["me"], in: .composers),
    ]

    /// The actions on the selected message.
    static let selection: [ActionBinding] = [
        action(.resend, "s", footer: FooterPriority(1)),
        action(.withdraw, "w", footer: FooterPriority(2)),
        action(.reply, "r", chord: "r", footer: FooterPriority(4)),
        action(.editMessage, "e", chord: "e", footer: FooterPriority(5)),
        action(.deleteMessage, "d", chord: "d", footer: FooterPriority(6)),
        action(.react, "+"),
        action(.copyMessage, "y", chord: "w", footer: FooterPriority(8)),
        action(.openLink, "o", chord: "o", footer: FooterPriority(9)),
        action(.saveFile, "c"),
        action(.stopFile, "p"),
        action(.goToQuoted, "g", chord: "g", footer: FooterPriority(10)),
        action(.openThread, "t"),
        action(.forward, "f", chord: "f", footer: FooterPriority(11)),
        ActionBinding(
            .answerByNumber, .selection, menu: (1...9).map { "m\($0)" }, in: [.selection],
            keysLabel: "^O m 1 … ^O m 9"),
        action(.answerPoll, "a"),
        action(.endPoll, "n"),
        action(.turnSpoilers, "v"),
        action(.showStory, "i"),
        action(.keepSender, "k"),
    ]

    /// - Parameter letter: the letter in the menu that Enter opens. Frequent actions also have a chord.
    private static func action(
        _ id: ActionID, _ letter: Character, chord: Character? = nil, footer: FooterPriority? = nil
    ) -> ActionBinding {
        ActionBinding(
            id, .selection, keys: chord.map { [.meta($0)] } ?? [], menu: ["m\(letter)"], in: [.selection],
            footer: footer)
    }
}

extension BindingTable {
    static let people: [ActionBinding] = [
        ActionBinding(
            .contacts, .people, keys: [Key(.function(5)), .meta("c")], menu: ["c"], in: .chats,
            footer: FooterPriority(7, panes: [.chatList])),
        ActionBinding(
            .keepContact, .people, menu: ["uk"], in: .chats),
        ActionBinding(.verifyPerson, .people, menu: ["uv"], in: .chats.union([.chatDetails])),
        ActionBinding(
            .create, .people, keys: [Key(.enter)], in: [.createChat],
            footer: FooterPriority(1)),
        ActionBinding(
            .addMember, .people, keys: [Key(.enter), Key(.tab)],
            in: [.addingMember], footer: FooterPriority(1)),
        ActionBinding(
            .switchEncryption, .people, keys: [.control("t")], menu: ["e"], in: [.createChat, .addingMember]),
        ActionBinding(
            .nextPart, .people, keys: [Key(.tab)], in: [.createChat],
            footer: FooterPriority(5)),
        ActionBinding(
            .previousPart, .people, keys: [Key(.tab, .shift)], in: [.createChat, .addingMember]),
        ActionBinding(
            .openContact, .people, keys: [Key(.enter)], in: [.contacts],
            footer: FooterPriority(1)),
        ActionBinding(
            .addContact, .people, keys: [Key(.function(4))], menu: ["n"], in: [.contacts],
            footer: FooterPriority(2)),
        ActionBinding(
            .editContact, .people, menu: ["e"], in: [.contacts], footer: FooterPriority(5)),
        ActionBinding(
            .deleteContact, .people, menu: ["d"], in: [.contacts],
            footer: FooterPriority(6)),
        ActionBinding(
            .saveContact, .people, keys: [Key(.enter)], in: [.editContact],
            footer: FooterPriority(1)),
        ActionBinding(
            .switchPlace, .people, keys: [.control("t")], menu: ["k"],
            in: [.editContact]),
        ActionBinding(.choosePrevious, .people, keys: [Key(.up)], in: rows.union([.security, .share])),
        ActionBinding(
            .chooseNext, .people, keys: [Key(.down)], in: rows.union([.security, .share]),
            footer: FooterPriority(5, panes: [.addingMember, .security, .share])),
        ActionBinding(.chooseScreenUp, .people, keys: [Key(.pageUp)], in: rows),
        ActionBinding(.chooseScreenDown, .people, keys: [Key(.pageDown)], in: rows),
    ]

    private static let rows: Set<PaneContext> = [.createChat, .addingMember, .contacts]
}
