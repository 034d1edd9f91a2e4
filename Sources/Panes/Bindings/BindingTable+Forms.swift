import Terminal

extension BindingTable {
    static let forms: [ActionBinding] = [
        ActionBinding(
            .accept, .forms, "Accept the invitation", keys: [.character("a")], in: [.invitation],
            footer: FooterLabel("accept", 1)),
        ActionBinding(
            .acceptAtOnce, .forms, "Accept the invitation, where nothing was typed", keys: [Key(.enter)],
            in: [.invitation]),
        ActionBinding(
            .decline, .forms, "Decline the invitation", keys: [.character("d")], in: [.invitation],
            footer: FooterLabel("decline", 1)),
        ActionBinding(
            .start, .forms, "Start with this name", keys: [Key(.enter)], in: [.firstRun],
            footer: FooterLabel("start", 1)),
        ActionBinding(
            .submitLogin, .forms, "Log in", keys: [Key(.enter)], in: [.login], footer: FooterLabel("log in", 1)),
        ActionBinding(
            .nextField, .forms, "Next field", keys: [Key(.tab), Key(.down)], in: [.login, .editContact],
            footer: FooterLabel("next field", 2)),
        ActionBinding(
            .previousField, .forms, "Previous field", keys: [Key(.tab, .shift), Key(.up)],
            in: [.login, .editContact]),
        ActionBinding(
            .confirm, .forms, "Yes, do it", keys: [.character("y"), .meta("y")], in: [.confirmation],
            footer: FooterLabel("yes", 1)),
        ActionBinding(
            .answer, .forms, "Answer the question", keys: [Key(.enter)], in: [.question],
            footer: FooterLabel("do it", 1)),
    ]

    static let reading: [ActionBinding] = [
        ActionBinding(
            .choose, .reading, "Choose", keys: [Key(.enter)], in: [.fuzzyList], footer: FooterLabel("choose", 1)),
        ActionBinding(
            .scrollUp, .reading, "A line up", keys: [Key(.up), .control("p")], in: lists),
        ActionBinding(
            .scrollDown, .reading, "A line down", keys: [Key(.down), .control("n")], in: lists,
            footer: FooterLabel("more", 5, panes: [.help, .page])),
        ActionBinding(.scrollScreenUp, .reading, "A screen up", keys: [Key(.pageUp)], in: [.help, .fuzzyList, .page]),
        ActionBinding(
            .scrollScreenDown, .reading, "A screen down", keys: [Key(.pageDown)], in: [.help, .fuzzyList, .page]),
    ]

    private static let lists: Set<PaneContext> = [.help, .menu, .fuzzyList, .page]
}
