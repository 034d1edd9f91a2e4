import CNcurses

/// What is known of the terminal by its name: from terminfo, and from the table of our own below.
struct TerminalType: Sendable {
    let name: String
    let depth: ColorDepth
    let hasBracketedPaste: Bool
    /// It may be asked what it has behind its letters; one that doesn't know the question shows nothing of it.
    let tellsBackground: Bool
    /// It may be asked where its cursor is.
    let tellsCursor: Bool
    /// It may be asked how it shows pixels: what it doesn't know of that it takes no notice of, or it comes before the first frame.
    let tellsGraphics: Bool
    /// And for the graphics protocol of kitty; multiplexers take that for a title, and Apple's terminal shows it.
    let tellsKittyGraphics: Bool
    /// It holds back a frame until all of it came, instead of showing it half drawn.
    let hasSynchronizedUpdates: Bool
    /// Whether it reports clicks and the wheel to programs that ask.
    let hasMouse: Bool
    /// It may be asked to leave text in the order in which it comes; one that doesn't know the question takes no notice.
    let hasOrder: Bool
    /// Undoes ``wheelApart``.
    let bringWheelBack: [UInt8]
    /// The window has a title that can be set, and the one before brought back.
    let hasTitle: Bool

    /// Leads to a screen of our own, and back to the shell's.
    let enter: [UInt8]
    let leave: [UInt8]
    let showCursor: [UInt8]
    let hideCursor: [UInt8]
    let bell: [UInt8]

    static let keepTitle = Array("\u{1B}[22;0;0t".utf8)
    static let bringTitleBack = Array("\u{1B}[23;0;0t".utf8)
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    /// Presses, releases and the wheel, with coordinates that have no limit.
    static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
    /// The wheel is the terminal's own and comes as no arrow keys (xterm, "Alternate Scroll Mode"); what it was before is kept.
    static let wheelApart = Array("\u{1B}[?1007s\u{1B}[?1007l".utf8)
    /// Text stands where it is put, also where it is read from right to left (ECMA-48, BDSM; the terminal working group's
    /// recommendation for bidirectional text); and as a shell has it.
    static let orderOurs = Array("\u{1B}[8l".utf8)
    static let orderTerminals = Array("\u{1B}[8h".utf8)
    static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Reads what the environment says.
    init() throws(TerminalError) {
        guard let name = ProcessEnvironment.value("TERM") else { throw .typeMissing }
        let status = confab_type_find(name)
        guard status >= 0 else { throw .noTypes }
        guard status > 0 else { throw .typeUnknown(name) }
        defer { confab_type_forget() }
        guard !Self.capability("cup").isEmpty, !Self.capability("clear").isEmpty else { throw .typeUnable(name) }
        self.name = name

        let colors = Int(confab_type_number("colors"))
        let wantsColors = ProcessEnvironment.value("NO_COLOR") == nil
        depth = wantsColors ? ColorDepth(colors: colors, isDirect: confab_type_flag("RGB")) : .none

        hasBracketedPaste = !Self.plain.contains { name == $0 || name.hasPrefix($0 + "-") }
        hasMouse = hasBracketedPaste
        hasOrder = hasBracketedPaste
        // This one keeps no modes, and has the wheel come as arrow keys from its start.
        bringWheelBack = Array((name.hasPrefix("alacritty") ? "\u{1B}[?1007h" : "\u{1B}[?1007r").utf8)
        tellsCursor = hasBracketedPaste
        tellsBackground = hasBracketedPaste && depth != .none
        let isScreen = name.hasPrefix("screen") || ProcessEnvironment.value("STY") != nil
        let isTmux = name.hasPrefix("tmux") || ProcessEnvironment.value("TMUX") != nil
        tellsGraphics = tellsBackground && (isTmux || !isScreen)
        tellsKittyGraphics =
            tellsGraphics && !isTmux && ProcessEnvironment.value("TERM_PROGRAM") != "Apple_Terminal"
        // The type "screen" is tmux's as well as that of GNU screen, which can't bring a title back.
        hasTitle =
            Self.titled.contains { name.hasPrefix($0) }
            || name.hasPrefix("screen") && ProcessEnvironment.value("TMUX") != nil
        let program = ProcessEnvironment.value("TERM_PROGRAM") ?? ""
        hasSynchronizedUpdates =
            Self.synchronized.contains { name.hasPrefix($0) }
            || hasBracketedPaste && Self.synchronizedPrograms.contains(program)

        let modesOn = hasBracketedPaste ? Array("\u{1B}[?2004h\u{1B}[?1004h".utf8) : []
        let modesOff = hasBracketedPaste ? Array("\u{1B}[?2004l\u{1B}[?1004l".utf8) + Self.mouseOff : []
        let endFrame = hasSynchronizedUpdates ? Self.endFrame : []
        let plainCells = Self.capability("sgr0") + Self.capability("op")
        showCursor = Self.capability("cnorm")
        hideCursor = Self.capability("civis")
        bell = Self.capability("bel")
        let start = Self.capability("smcup")
        // Some descriptions have it in there already.
        let keepsTitle = hasTitle && !start.indices.contains { start[$0...].starts(with: Self.keepTitle) }
        enter = start + (keepsTitle ? Self.keepTitle : []) + Self.capability("smkx") + modesOn
        // Without a screen of its own the terminal goes on below what we drew.
        let end = Self.capability("rmcup").isEmpty ? Self.capability("clear") : Self.capability("rmcup")
        leave =
            endFrame + (keepsTitle ? Self.bringTitleBack : []) + modesOff + Self.capability("rmkx") + plainCells
            + showCursor + end
    }

    /// Types whose terminals have neither bracketed paste nor reports of the focus and the mouse.
    private static let plain = [
        "linux", "vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "ansi", "pcansi", "dumb", "cons25", "wsvt25",
        "wsvt25m", "sun", "hurd", "mach", "cygwin",
    ]
    private static let titled = [
        "xterm", "tmux", "foot", "alacritty", "wezterm", "ghostty", "kitty", "contour",
    ]
    private static let synchronized = [
        "tmux", "xterm-kitty", "kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "ghostty", "contour",
    ]
    private static let synchronizedPrograms: Set = ["tmux", "WezTerm", "ghostty", "iTerm.app", "contour", "mintty"]

    /// A string of terminfo without its marks of delay (`$<5>`): no terminal of today needs to be waited for.
    private static func capability(_ name: String) -> [UInt8] {
        guard let value = confab_type_string(name) else { return [] }
        var bytes = Array(String(cString: value).utf8)
        while let start = bytes.indices.dropLast().first(where: { bytes[$0] == 0x24 && bytes[$0 + 1] == 0x3C }),
            let end = bytes[start...].firstIndex(of: 0x3E)
        {
            bytes.removeSubrange(start...end)
        }
        return bytes
    }
}
