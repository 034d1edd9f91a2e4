import Conversations

/// Adding the open chat to a space and removing it.
extension ComposerEventRouter {
    /// Returns the first space with a name, in the order of identifiers and ignoring case.
    func space(named name: String) -> Chat? {
        let wanted = name.trimmed.lowercased()
        return models.chatList.spaceIDs.sorted().compactMap { models.chatList.chats[$0] }
            .first { Naming.chat($0).lowercased() == wanted }
    }

    /// Shows why a command about a space can't run, or asks for a confirmation.
    ///
    /// - Returns: whether the command is held back. It is `false` for other commands, and if nothing is in the
    ///   way.
    func isHeldBack(
        _ command: SlashCommand, _ name: String, text: String, chatID: String, isConfirmed: Bool
    ) -> Bool {
        guard command == .space || command == .unspace else { return false }
        let name = name.trimmed
        guard let space = space(named: name) else {
            if command == .unspace {
                models.composer.tell(.space(.isUnknown(name)))
            } else if !isConfirmed {
                models.composer.ask(.makeSpace(name), about: text, notice: .space(.isUnknown(name)))
            }
            return command == .unspace || !isConfirmed
        }
        guard let hindrance = hindrance(to: command, space, chatID: chatID) else { return false }
        models.composer.tell(.space(hindrance))
        return true
    }

    private func hindrance(to command: SlashCommand, _ space: Chat, chatID: String) -> SpaceNotice? {
        let name = Naming.chat(space)
        let hasChat = space.spaceChildren.contains { $0.chatID == chatID }
        if hasChat, command == .space { return .hasChat(name) }
        if !hasChat, command == .unspace { return .lacksChat(name) }
        return models.power.own(in: space).maySet("m.space.child") ? nil : .lacksPower(name)
    }
}
