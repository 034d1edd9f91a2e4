import Terminal

extension BindingTable {
    static let messages: [ActionBinding] = [
        ActionBinding(
            .screenUp, .messages, keys: [Key(.pageUp)], in: .messages,
            footer: FooterPlace(8, panes: .composers)),
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
        action(.resend, "s", footer: FooterPlace(1)),
        action(.withdraw, "w", footer: FooterPlace(2)),
        action(.reply, "r", chord: "r", footer: FooterPlace(4)),
        action(.editMessage, "e", chord: "e", footer: FooterPlace(5)),
        action(.deleteMessage, "d", chord: "d", footer: FooterPlace(6)),
        action(.react, "+"),
        action(.copyMessage, "y", chord: "w", footer: FooterPlace(8)),
        action(.openLink, "o", chord: "o", footer: FooterPlace(9)),
        action(.saveFile, "c"),
        action(.stopFile, "p"),
        action(.goToQuoted, "g", chord: "g", footer: FooterPlace(10)),
        action(.openThread, "t"),
        action(.forward, "f", chord: "f", footer: FooterPlace(11)),
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
        _ id: ActionID, _ letter: Character, chord: Character? = nil, footer: FooterPlace? = nil
    ) -> ActionBinding {
        ActionBinding(
            id, .selection, keys: chord.map { [.meta($0)] } ?? [], menu: ["m\(letter)"], in: [.selection],
            footer: footer)
    }
}
