import Terminal

extension BindingTable {
    static let anywhere: [ActionBinding] = [
        ActionBinding(
            .menu, .anywhere, "Menu: then a letter", keys: [.control("o")], in: .everywhere,
            footer: FooterLabel("menu", 2, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .commands, .anywhere, "Commands by name", keys: [Key(.function(2)), .meta("x")], menu: ["x"],
            in: .everywhere, footer: FooterLabel("commands", 10)),
        ActionBinding(
            .help, .anywhere, "Help", keys: [Key(.function(1))], menu: ["h"], in: .all,
            footer: FooterLabel("help", 5, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .back, .anywhere, "Back, cancel", keys: [Key(.escape)], in: .all,
            footer: FooterLabel("back", 4)),
        ActionBinding(
            .goToNotice, .anywhere, "Go to what the notice is about", keys: [.meta("g")], menu: ["g"], in: .everywhere,
            keylessIn: [.selection]),
        ActionBinding(
            .openActions, .anywhere, "What can be done with it, a letter each", keys: [Key(.enter)],
            in: [.selection, .chatDetails], footer: FooterLabel("actions", 3)),
        ActionBinding(
            .tryNow, .anywhere, "Try to connect now", menu: ["t"], in: .everywhere,
            footer: FooterLabel("try now", 3)),
        ActionBinding(.logIn, .anywhere, "Log in to a Matrix account", menu: ["l"], in: .everywhere),
        ActionBinding(.redraw, .anywhere, "Redraw the screen", keys: [.control("l")], in: .all),
        ActionBinding(.suspend, .anywhere, "Suspend; fg comes back", keys: [.control("z")], in: .all),
        ActionBinding(
            .quit, .anywhere, "Quit; a draft is kept", keys: [.control("c")], menu: ["q"], in: .all,
            keysLabel: "^C ^C, ^O q"),
    ]
}
