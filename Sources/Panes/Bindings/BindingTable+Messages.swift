import Terminal

extension BindingTable {
    static let messages: [ActionBinding] = [
        ActionBinding(
            .screenUp, .messages, "A screen up", keys: [Key(.pageUp)], in: .messages,
            footer: FooterLabel("older", 8, panes: .composers)),
        ActionBinding(.screenDown, .messages, "A screen down", keys: [Key(.pageDown)], in: .messages),
        ActionBinding(
            .firstMessage, .messages, "First message", keys: [.meta("<")], emptyComposerKeys: [Key(.home)],
            in: .messages),
        ActionBinding(
            .latestMessage, .messages, "Latest message", keys: [.meta(">")], emptyComposerKeys: [Key(.end)],
            in: .messages),
        ActionBinding(
            .firstUnread, .messages, "First unread message", keys: [.meta("l")], menu: ["mu"], in: .messages),
        ActionBinding(
            .selectOlder, .messages, "Select a message: the one above", emptyComposerKeys: [Key(.up)],
            in: [.emptyComposer, .selection]),
        ActionBinding(
            .selectNewer, .messages, "Select the message below", keys: [Key(.down)], in: [.selection]),
        ActionBinding(.editLast, .messages, "Edit your last message", menu: ["me"], in: .composers),
    ]

    /// What can be done with the message that is selected.
    static let selection: [ActionBinding] = [
        action(.resend, "Send again", "s", footer: FooterLabel("send again", 1)),
        action(.withdraw, "Withdraw the unsent message", "w", footer: FooterLabel("withdraw", 2)),
        action(.reply, "Reply", "r", chord: "r", footer: FooterLabel("reply", 4)),
        action(.editMessage, "Edit", "e", chord: "e", footer: FooterLabel("edit", 5)),
        action(.deleteMessage, "Delete (asks first)", "d", chord: "d", footer: FooterLabel("delete", 6)),
        action(.react, "React, or take the reaction back", "+"),
        action(.copyMessage, "Copy", "y", chord: "w", footer: FooterLabel("copy", 8)),
        action(.openLink, "Open a link of it (asks first)", "o", chord: "o", footer: FooterLabel("open", 9)),
        action(.goToQuoted, "Go to the message that it answers", "g", chord: "g", footer: FooterLabel("quoted", 10)),
        action(.forward, "Forward to a chat", "f", chord: "f", footer: FooterLabel("forward", 11)),
        action(.turnSpoilers, "Show what it hides, or hide it again", "v"),
        action(.showStory, "Its story: edits, readers, source", "i"),
        action(.keepSender, "Make a contact of who wrote it", "k"),
    ]

    /// - Parameter letter: in the menu that Enter opens; what is done often has a chord as well.
    private static func action(
        _ id: ActionID, _ title: String, _ letter: Character, chord: Character? = nil, footer: FooterLabel? = nil
    ) -> ActionBinding {
        ActionBinding(
            id, .selection, title, keys: chord.map { [.meta($0)] } ?? [], menu: ["m\(letter)"], in: [.selection],
            footer: footer)
    }
}
