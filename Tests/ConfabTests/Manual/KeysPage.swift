import Panes

/// The page confab-keys(7), generated from the binding table.
enum KeysPage {
    static let path = "man/confab-keys.7"

    /// The page in mdoc.
    static var text: String {
        let sections = BindingGroup.allCases.map(section).joined()
        return introduction + sections + end
    }

    private static let introduction = """
        .\\" Made from the table of keys in Sources/Panes/Bindings by CONFAB_RECORD_PICTURES=1 swift test; don't edit.
        .Dd November 21, 2026
        .Dt CONFAB-KEYS 7
        .Os
        .Sh NAME
        .Nm confab-keys
        .Nd the keys of confab
        .Sh DESCRIPTION
        These are all keys of
        .Xr confab 1 .
        The last line of its screen shows those that matter now, and F1 all of them.
        .Pp
        .Sy \\(haX
        is Control and X,
        .Sy M\\-x
        is Meta and x: Alt and x, or Esc and x sent as one.
        .Sy \\(haO x
        is \\(haO, then x: \\(haO opens the menu, and the letter chooses in it.
        Nothing needs Meta or a function key: the menu leads there as well.
        .Pp
        The word in parentheses names an action where its keys are chosen in the configuration file.

        """

    private static let end = """
        .Sh THE MOUSE
        A click opens the chat or takes the row that stands there, places the cursor in what is written, and does what a key in
        the last line says.
        On a message it selects it, and once more opens its actions; on a link it asks whether to open it.
        On an answer of a poll it lists the answers and goes to that one, which Enter gives.
        On the line of a notice it goes there.
        The wheel scrolls what is under the pointer.
        What can't be taken back is answered by no click.
        With Shift held most terminals mark text as they do elsewhere.
        .Ic terminal.mouse
        in
        .Xr confab.toml 5
        leaves the mouse to the terminal.
        .Sh SEE ALSO
        .Xr confab 1

        """

    private static func section(_ group: BindingGroup) -> String {
        let rows = BindingTable.all.filter { $0.group == group }.map { binding in
            ".It Sy \"\(escaped(binding.keyNames))\"\n\(escaped(binding.title))\n.Pq Cm \(escaped(binding.id.name))\n"
        }
        return ".Sh \(group.title.uppercased())\n.Bl -tag -width Ds\n\(rows.joined()).El\n"
    }

    /// Escapes characters that roff would interpret, and characters outside of ASCII.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "^": "\\(ha"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "↑": "\\(ua"
            case "↓": "\\(da"
            case "←": "\\(<-"
            case "→": "\\(->"
            case "…": "..."
            default: String(character)
            }
        }.joined()
    }
}
