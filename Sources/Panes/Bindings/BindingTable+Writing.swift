import Terminal

extension BindingTable {
    static let writing: [ActionBinding] = [
        ActionBinding(
            .send, .writing, keys: [Key(.enter)], in: .composers, footer: FooterPriority(1)),
        ActionBinding(
            .newLine, .writing, keys: [.control("j"), Key(.enter, .meta)], in: .composers,
            footer: FooterPriority(6, panes: [.composer])),
    ]

    /// The keys of Readline. `^B` is left out because it is the prefix key of tmux.
    static let textFields: [ActionBinding] = [
        ActionBinding(.lineStart, .textFields, keys: [.control("a"), Key(.home)], in: filled),
        ActionBinding(.lineEnd, .textFields, keys: [.control("e"), Key(.end)], in: filled),
        ActionBinding(.characterBack, .textFields, keys: [Key(.left)], in: .textFields),
        ActionBinding(
            .characterForward, .textFields, keys: [.control("f"), Key(.right)],
            in: .textFields),
        ActionBinding(
            .wordBack, .textFields, keys: [.meta("b"), Key(.left, .control)], in: .textFields),
        ActionBinding(
            .wordForward, .textFields, keys: [.meta("f"), Key(.right, .control)], in: .textFields),
        ActionBinding(.rowUp, .textFields, keys: [Key(.up)], in: [.composer]),
        ActionBinding(.rowDown, .textFields, keys: [Key(.down)], in: [.composer]),
        ActionBinding(
            .deleteBack, .textFields, keys: [Key(.backspace)], in: .textFields),
        ActionBinding(
            .deleteForward, .textFields, keys: [.control("d"), Key(.delete)],
            in: .textFields),
        ActionBinding(
            .killBlankWordBack, .textFields, keys: [.control("w")], in: .textFields),
        ActionBinding(
            .killWordBack, .textFields, keys: [Key(.backspace, .meta), Key(.backspace, .control)],
            in: .textFields),
        ActionBinding(
            .killWordForward, .textFields, keys: [.meta("d"), Key(.delete, .control)],
            in: .textFields),
        ActionBinding(
            .killToStart, .textFields, keys: [.control("u")], in: .textFields),
        ActionBinding(
            .killToEnd, .textFields, keys: [.control("k")], in: .textFields),
        ActionBinding(.yank, .textFields, keys: [.control("y")], in: .textFields),
        ActionBinding(
            .yankOlder, .textFields, keys: [.meta("y")],
            prefixedKeys: [.control("y"), .character("y")], in: .textFields.union([.prefix]),
            footer: FooterPriority(5, panes: [.prefix])),
        ActionBinding(.undo, .textFields, keys: [.control("_")], in: .textFields),
    ]

    /// Less frequent editing actions, most of them also behind `^X`.
    static let writingMore: [ActionBinding] = [
        ActionBinding(
            .olderOwnLine, .writing, keys: [.meta("p")],
            prefixedKeys: [.control("p"), .character("p")], in: .writers,
            footer: FooterPriority(2, panes: [.prefix])),
        ActionBinding(
            .newerOwnLine, .writing, keys: [.meta("n")],
            prefixedKeys: [.control("n"), .character("n")], in: .writers,
            footer: FooterPriority(3, panes: [.prefix])),
        ActionBinding(
            .editExternally, .writing, keys: [Key(.function(9))],
            prefixedKeys: [.control("e"), .character("e")], in: .writers,
            footer: FooterPriority(1, panes: [.prefix])),
        ActionBinding(
            .suggestSpelling, .writing, keys: [.meta("s")], prefixedKeys: [.character("s")],
            in: [.composer, .prefix], footer: FooterPriority(2, panes: [.composer, .prefix])),
        ActionBinding(
            .complete, .writing, keys: [Key(.tab)],
            in: [.completion, .composer], footer: FooterPriority(1, panes: [.completion])),
        ActionBinding(
            .completionNext, .writing, keys: [Key(.down)], in: [.completion],
            footer: FooterPriority(2)),
        ActionBinding(
            .completionPrevious, .writing, keys: [Key(.up), Key(.tab, .shift)],
            in: [.completion]),
        ActionBinding(.moreKeys, .writing, keys: [.control("x")], in: .composers),
    ]

    private static let filled = Set<PaneContext>.textFields.subtracting([.emptyComposer])
}
