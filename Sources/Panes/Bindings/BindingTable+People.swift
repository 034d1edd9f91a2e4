import Terminal

extension BindingTable {
    static let people: [ActionBinding] = [
        ActionBinding(
            .contacts, .people, "Contacts", keys: [Key(.function(5)), .meta("c")], menu: ["c"], in: .chats,
            footer: FooterLabel("contacts", 7, panes: [.chatList])),
        ActionBinding(
            .keepContact, .people, "Make a contact of the person in this chat", menu: ["uk"], in: .chats),
        ActionBinding(
            .create, .people, "Make the chat", keys: [Key(.enter)], in: [.createChat],
            footer: FooterLabel("make the chat", 1)),
        ActionBinding(
            .addMember, .people, "Add the marked one to the chat", keys: [Key(.enter), Key(.tab)],
            in: [.addingMember], footer: FooterLabel("add", 1)),
        ActionBinding(
            .nextPart, .people, "Next part: people, name, those who were added", keys: [Key(.tab)], in: [.createChat],
            footer: FooterLabel("name", 5)),
        ActionBinding(
            .previousPart, .people, "Previous part", keys: [Key(.tab, .shift)], in: [.createChat, .addingMember]),
        ActionBinding(
            .openContact, .people, "Chat with the contact", keys: [Key(.enter)], in: [.contacts],
            footer: FooterLabel("chat", 1)),
        ActionBinding(
            .addContact, .people, "New contact", keys: [Key(.function(4))], menu: ["n"], in: [.contacts],
            footer: FooterLabel("new", 2)),
        ActionBinding(
            .editContact, .people, "Edit the contact", menu: ["e"], in: [.contacts], footer: FooterLabel("edit", 5)),
        ActionBinding(
            .deleteContact, .people, "Delete the contact (asks first)", menu: ["d"], in: [.contacts],
            footer: FooterLabel("delete", 6)),
        ActionBinding(
            .saveContact, .people, "Keep the contact", keys: [Key(.enter)], in: [.editContact],
            footer: FooterLabel("keep", 1)),
        ActionBinding(
            .switchPlace, .people, "Keep it in the account, or on this device", keys: [.control("t")], menu: ["k"],
            in: [.editContact]),
        ActionBinding(.choosePrevious, .people, "Up", keys: [Key(.up)], in: rows),
        ActionBinding(
            .chooseNext, .people, "Down", keys: [Key(.down)], in: rows,
            footer: FooterLabel("choose", 5, panes: [.addingMember])),
        ActionBinding(.chooseScreenUp, .people, "A screen up", keys: [Key(.pageUp)], in: rows),
        ActionBinding(.chooseScreenDown, .people, "A screen down", keys: [Key(.pageDown)], in: rows),
    ]

    private static let rows: Set<PaneContext> = [.createChat, .addingMember, .contacts]
}
