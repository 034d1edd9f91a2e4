import CNcurses

/// The features of the terminal by its name, from terminfo and the tables below.
struct TerminalType: Sendable {
    let name: String
    let depth: ColorDepth
    let hasBracketedPaste: Bool
    /// Whether to query the background color. A terminal that doesn't know the query ignores it.
    let tellsBackground: Bool
    /// Whether to query the cursor position.
    let tellsCursor: Bool
    /// Whether to query graphics support. Unknown queries are ignored, or their remains are drawn over by the first
    /// frame.
    let tellsGraphics: Bool
    /// Whether to query kitty's graphics protocol. Multiplexers treat the query as a title, and Apple's terminal
    /// prints it.
    let tellsKittyGraphics: Bool
    /// Whether it can hold back a frame until it is complete, so that it is never shown half drawn.
    let hasSynchronizedUpdates: Bool
    /// Whether it can report clicks and the wheel.
    let hasMouse: Bool
    /// Whether to ask it to leave the order of text unchanged. A terminal that doesn't know the sequence ignores it.
    let hasOrder: Bool
    /// The bytes that undo ``wheelApart``.
    let bringWheelBack: [UInt8]
    /// Whether the window's title can be set, and the previous one restored.
    let hasTitle: Bool

    /// The bytes that switch to the alternate screen, and those that switch back.
    let enter: [UInt8]
    let leave: [UInt8]
    let showCursor: [UInt8]
    let hideCursor: [UInt8]
    let bell: [UInt8]

    static let keepTitle = Array("\u{1B}[22;0;0t".utf8)
    static let bringTitleBack = Array("\u{1B}[23;0;0t".utf8)
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    /// Turns on reports of presses, releases and the wheel, with unlimited coordinates.
    static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
    /// Stops the wheel from sending arrow keys (xterm, "Alternate Scroll Mode"). The previous mode is saved.
    static let wheelApart = Array("\u{1B}[?1007s\u{1B}[?1007l".utf8)
    /// Shows right-to-left text in the order in which it is written (ECMA-48, BDSM; the terminal working group's
    /// recommendation for bidirectional text). The second sequence restores the shell's mode.
    static let orderOurs = Array("\u{1B}[8l".utf8)
    static let orderTerminals = Array("\u{1B}[8h".utf8)
    static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// - Parameter name: the terminal's name in the terminfo database, by default from the environment.
    init(name: String? = ProcessEnvironment.value("TERM")) throws(TerminalError) {
        guard let name else { throw .typeMissing }
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
        // Alacritty can't save modes, and its wheel sends arrow keys by default.
        bringWheelBack = Array((name.hasPrefix("alacritty") ? "\u{1B}[?1007h" : "\u{1B}[?1007r").utf8)
        tellsCursor = hasBracketedPaste
        tellsBackground = hasBracketedPaste && depth != .none
        let isScreen = name.hasPrefix("screen") || ProcessEnvironment.value("STY") != nil
        let isTmux = name.hasPrefix("tmux") || ProcessEnvironment.value("TMUX") != nil
        tellsGraphics = tellsBackground && (isTmux || !isScreen)
        tellsKittyGraphics =
            tellsGraphics && !isTmux && ProcessEnvironment.value("TERM_PROGRAM") != "Apple_Terminal"
        // The type "screen" is used by tmux and by GNU screen, which can't restore a title.
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
        // Some terminfo entries already contain the sequence.
        let keepsTitle = hasTitle && !start.indices.contains { start[$0...].starts(with: Self.keepTitle) }
        enter = start + (keepsTitle ? Self.keepTitle : []) + Self.capability("smkx") + modesOn
        // Without an alternate screen, the terminal would continue below the drawn frame, so the screen is cleared.
        let end = Self.capability("rmcup").isEmpty ? Self.capability("clear") : Self.capability("rmcup")
        leave =
            endFrame + (keepsTitle ? Self.bringTitleBack : []) + modesOff + Self.capability("rmkx") + plainCells
            + showCursor + end
    }

    /// The types of terminals without bracketed paste and reports of focus and mouse.
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

    /// Returns a string of terminfo without its delays (`$<5>`), which modern terminals don't need.
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
