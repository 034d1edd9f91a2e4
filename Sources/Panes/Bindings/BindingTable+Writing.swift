import Terminal

extension BindingTable {
    static let writing: [ActionBinding] = [
        ActionBinding(
            .send, .writing, "Send", keys: [Key(.enter)], in: .composers, footer: FooterLabel("send", 1)),
        ActionBinding(
            .newLine, .writing, "New line", keys: [.control("j"), Key(.enter, .meta)], in: .composers,
            footer: FooterLabel("new line", 6, panes: [.composer])),
    ]

    /// Readline's keys. `^B` is tmux's and stays free.
    static let textFields: [ActionBinding] = [
        ActionBinding(.lineStart, .textFields, "Start of the line", keys: [.control("a"), Key(.home)], in: filled),
        ActionBinding(.lineEnd, .textFields, "End of the line", keys: [.control("e"), Key(.end)], in: filled),
        ActionBinding(.characterBack, .textFields, "A character back", keys: [Key(.left)], in: .textFields),
        ActionBinding(
            .characterForward, .textFields, "A character forward", keys: [.control("f"), Key(.right)],
            in: .textFields),
        ActionBinding(
            .wordBack, .textFields, "A word back", keys: [.meta("b"), Key(.left, .control)], in: .textFields),
        ActionBinding(
            .wordForward, .textFields, "A word forward", keys: [.meta("f"), Key(.right, .control)], in: .textFields),
        ActionBinding(.rowUp, .textFields, "A row up", keys: [Key(.up)], in: [.composer]),
        ActionBinding(.rowDown, .textFields, "A row down", keys: [Key(.down)], in: [.composer]),
        ActionBinding(
            .deleteBack, .textFields, "Delete the character before", keys: [Key(.backspace)], in: .textFields),
        ActionBinding(
            .deleteForward, .textFields, "Delete the character here", keys: [.control("d"), Key(.delete)],
            in: .textFields),
        ActionBinding(
            .killBlankWordBack, .textFields, "Cut back to a blank", keys: [.control("w")], in: .textFields),
        ActionBinding(
            .killWordBack, .textFields, "Cut the word before",
            keys: [Key(.backspace, .meta), Key(.backspace, .control)],
            in: .textFields),
        ActionBinding(
            .killWordForward, .textFields, "Cut the word here", keys: [.meta("d"), Key(.delete, .control)],
            in: .textFields),
        ActionBinding(
            .killToStart, .textFields, "Cut to the start of the line", keys: [.control("u")], in: .textFields),
        ActionBinding(
            .killToEnd, .textFields, "Cut to the end of the line", keys: [.control("k")], in: .textFields),
        ActionBinding(.yank, .textFields, "Put back what was cut", keys: [.control("y")], in: .textFields),
        ActionBinding(
            .yankOlder, .textFields, "Put back an older cut in place of the last", keys: [.meta("y")],
            prefixedKeys: [.control("y"), .character("y")], in: .textFields.union([.prefix]),
            footer: FooterLabel("older cut", 5, panes: [.prefix])),
        ActionBinding(.undo, .textFields, "Undo", keys: [.control("_")], in: .textFields),
    ]

    /// What is wanted less often, most of it behind `^X` as well.
    static let writingMore: [ActionBinding] = [
        ActionBinding(
            .olderOwnLine, .writing, "Own line before this one", keys: [.meta("p")],
            prefixedKeys: [.control("p"), .character("p")], in: .writers,
            footer: FooterLabel("own line", 2, panes: [.prefix])),
        ActionBinding(
            .newerOwnLine, .writing, "Own line after this one, then what you wrote", keys: [.meta("n")],
            prefixedKeys: [.control("n"), .character("n")], in: .writers,
            footer: FooterLabel("next", 3, panes: [.prefix])),
        ActionBinding(
            .editExternally, .writing, "Write in your editor ($VISUAL, $EDITOR)", keys: [Key(.function(9))],
            prefixedKeys: [.control("e"), .character("e")], in: .writers,
            footer: FooterLabel("your editor", 1, panes: [.prefix])),
        ActionBinding(
            .complete, .writing, "Complete what is typed, a name as well; again for the next", keys: [Key(.tab)],
            in: [.completion, .composer], footer: FooterLabel("complete", 1, panes: [.completion])),
        ActionBinding(
            .completionNext, .writing, "Next row of what fits", keys: [Key(.down)], in: [.completion],
            footer: FooterLabel("choose", 2)),
        ActionBinding(
            .completionPrevious, .writing, "Row before of what fits", keys: [Key(.up), Key(.tab, .shift)],
            in: [.completion]),
        ActionBinding(.moreKeys, .writing, "Then a second key", keys: [.control("x")], in: .composers),
    ]

    private static let filled = Set<PaneContext>.textFields.subtracting([.emptyComposer])
}
