import Terminal

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
            footer: FooterPlace(1)),
    ]

    private static func action(_ id: ActionID, _ letter: Character) -> ActionBinding {
        ActionBinding(id, .chatDetails, menu: ["o\(letter)"], in: [.chatDetails])
    }
}
