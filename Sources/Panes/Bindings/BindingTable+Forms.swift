import Terminal

extension BindingTable {
    static let forms: [ActionBinding] = [
        ActionBinding(
            .accept, .forms, keys: [.character("a")], in: [.invitation],
            footer: FooterPlace(1)),
        ActionBinding(
            .acceptAtOnce, .forms, keys: [Key(.enter)],
            in: [.invitation]),
        ActionBinding(
            .decline, .forms, keys: [.character("d")], in: [.invitation],
            footer: FooterPlace(1)),
        ActionBinding(
            .start, .forms, keys: [Key(.enter)], in: [.firstRun],
            footer: FooterPlace(1)),
        ActionBinding(
            .submitLogin, .forms, keys: [Key(.enter)], in: [.login], footer: FooterPlace(1)),
        ActionBinding(
            .nextField, .forms, keys: [Key(.tab), Key(.down)], in: [.login, .editContact],
            footer: FooterPlace(2)),
        ActionBinding(
            .previousField, .forms, keys: [Key(.tab, .shift), Key(.up)],
            in: [.login, .editContact]),
        ActionBinding(
            .confirm, .forms, keys: [.character("y"), .meta("y")], in: [.confirmation, .verification],
            footer: FooterPlace(1)),
        ActionBinding(
            .refuse, .forms, keys: [.character("n"), .meta("n")], in: [.verification],
            footer: FooterPlace(1)),
        ActionBinding(
            .answer, .forms, keys: [Key(.enter)], in: [.question, .securityField, .shareField],
            footer: FooterPlace(1)),
    ]

    static let reading: [ActionBinding] = [
        ActionBinding(
            .choose, .reading, keys: [Key(.enter)], in: [.fuzzyList, .security, .share], footer: FooterPlace(1)),
        ActionBinding(.switchScope, .reading, keys: [Key(.tab)], in: [.fuzzyList]),
        ActionBinding(
            .scrollUp, .reading, keys: [Key(.up), .control("p")], in: lists),
        ActionBinding(
            .scrollDown, .reading, keys: [Key(.down), .control("n")], in: lists,
            footer: FooterPlace(5, panes: [.help, .page])),
        ActionBinding(.scrollScreenUp, .reading, keys: [Key(.pageUp)], in: scrolled),
        ActionBinding(.scrollScreenDown, .reading, keys: [Key(.pageDown)], in: scrolled),
    ]

    private static let lists: Set<PaneContext> = [.help, .menu, .fuzzyList, .page]
    private static let scrolled: Set<PaneContext> = [
        .help, .fuzzyList, .page, .security, .securityField, .share, .shareField, .verification,
    ]
}
