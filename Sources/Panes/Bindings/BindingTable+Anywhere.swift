import Terminal

extension BindingTable {
    static let anywhere: [ActionBinding] = [
        ActionBinding(
            .menu, .anywhere, keys: [.control("o")], in: .everywhere,
            footer: FooterPlace(2, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .commands, .anywhere, keys: [Key(.function(2)), .meta("x")], menu: ["x"],
            in: .everywhere, footer: FooterPlace(10)),
        ActionBinding(
            .help, .anywhere, keys: [Key(.function(1))], menu: ["h"], in: .all,
            footer: FooterPlace(5, panes: .everywhere.subtracting([.selection]))),
        ActionBinding(
            .back, .anywhere, keys: [Key(.escape)], in: .all,
            footer: FooterPlace(4)),
        ActionBinding(
            .goToNotice, .anywhere, keys: [.meta("g")], menu: ["g"], in: .everywhere,
            keylessIn: [.selection]),
        ActionBinding(
            .openActions, .anywhere, keys: [Key(.enter)],
            in: [.selection, .chatDetails, .devices], footer: FooterPlace(3)),
        ActionBinding(
            .tryNow, .anywhere, menu: ["t"], in: .everywhere,
            footer: FooterPlace(3)),
        ActionBinding(.logIn, .anywhere, menu: ["l"], in: .everywhere),
        ActionBinding(.addAccount, .anywhere, menu: ["sa"], in: .chats),
        ActionBinding(.closeAccount, .anywhere, menu: ["sc"], in: .chats),
        ActionBinding(.security, .anywhere, menu: ["sk"], in: .chats),
        ActionBinding(.share, .anywhere, menu: ["ss"], in: .chats),
        ActionBinding(.redraw, .anywhere, keys: [.control("l")], in: .all),
        ActionBinding(.suspend, .anywhere, keys: [.control("z")], in: .all),
        ActionBinding(
            .quit, .anywhere, keys: [.control("c")], menu: ["q"], in: .all,
            keysLabel: "^C ^C, ^O q"),
    ]
}
