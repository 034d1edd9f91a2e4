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
        action(.resend, "Send again", "s", "send again", 1),
        action(.withdraw, "Withdraw the unsent message", "w", "withdraw", 2),
        action(.reply, "Reply", "r", "reply", 3),
        action(.editMessage, "Edit", "e", "edit", 5),
        action(.deleteMessage, "Delete (asks first)", "d", "delete", 6),
        action(.react, "React, or take the reaction back", "+", "react", 7),
        action(.copyMessage, "Copy", "y", "copy", 8),
        action(.openLink, "Open a link of it (asks first)", "o", "open", 9),
        action(.goToQuoted, "Go to the message that it answers", "g", "quoted", 10),
        action(.forward, "Forward to a chat", "f", "forward", 11),
        action(.turnSpoilers, "Show what it hides, or hide it again", "v", "spoiler", 14),
        action(.showStory, "Its story: edits, readers, source", "i", "story", 12),
        action(.keepSender, "Make a contact of who wrote it", "k", "contact", 13),
    ]

    private static func action(
        _ id: ActionID, _ title: String, _ key: Character, _ footer: String, _ priority: Int
    ) -> ActionBinding {
        ActionBinding(
            id, .selection, title, keys: [.character(key)], menu: ["m\(key)"],
            in: [.selection], footer: FooterLabel(footer, priority))
    }
}
