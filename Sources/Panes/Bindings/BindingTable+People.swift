import Terminal

extension BindingTable {
    static let people: [ActionBinding] = [
        ActionBinding(
            .contacts, .people, keys: [Key(.function(5)), .meta("c")], menu: ["c"], in: .chats,
            footer: FooterPlace(7, panes: [.chatList])),
        ActionBinding(
            .keepContact, .people, menu: ["uk"], in: .chats),
        ActionBinding(.verifyPerson, .people, menu: ["uv"], in: .chats.union([.chatDetails])),
        ActionBinding(
            .create, .people, keys: [Key(.enter)], in: [.createChat],
            footer: FooterPlace(1)),
        ActionBinding(
            .addMember, .people, keys: [Key(.enter), Key(.tab)],
            in: [.addingMember], footer: FooterPlace(1)),
        ActionBinding(
            .switchEncryption, .people, keys: [.control("t")], menu: ["e"], in: [.createChat, .addingMember]),
        ActionBinding(
            .nextPart, .people, keys: [Key(.tab)], in: [.createChat],
            footer: FooterPlace(5)),
        ActionBinding(
            .previousPart, .people, keys: [Key(.tab, .shift)], in: [.createChat, .addingMember]),
        ActionBinding(
            .openContact, .people, keys: [Key(.enter)], in: [.contacts],
            footer: FooterPlace(1)),
        ActionBinding(
            .addContact, .people, keys: [Key(.function(4))], menu: ["n"], in: [.contacts],
            footer: FooterPlace(2)),
        ActionBinding(
            .editContact, .people, menu: ["e"], in: [.contacts], footer: FooterPlace(5)),
        ActionBinding(
            .deleteContact, .people, menu: ["d"], in: [.contacts],
            footer: FooterPlace(6)),
        ActionBinding(
            .saveContact, .people, keys: [Key(.enter)], in: [.editContact],
            footer: FooterPlace(1)),
        ActionBinding(
            .switchPlace, .people, keys: [.control("t")], menu: ["k"],
            in: [.editContact]),
        ActionBinding(.choosePrevious, .people, keys: [Key(.up)], in: rows.union([.security, .share])),
        ActionBinding(
            .chooseNext, .people, keys: [Key(.down)], in: rows.union([.security, .share]),
            footer: FooterPlace(5, panes: [.addingMember, .security, .share])),
        ActionBinding(.chooseScreenUp, .people, keys: [Key(.pageUp)], in: rows),
        ActionBinding(.chooseScreenDown, .people, keys: [Key(.pageDown)], in: rows),
    ]

    private static let rows: Set<PaneContext> = [.createChat, .addingMember, .contacts]
}
