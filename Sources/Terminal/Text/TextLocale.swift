import CNcurses
import Synchronization

/// The locale as far as it concerns text on the screen.
enum TextLocale {
    /// Whether the width of characters can be measured. The C library measures them by the locale of the process, which
    /// is `C` at the start. The first use of this property sets a UTF-8 locale.
    static let canMeasure: Bool = confab_locale_ensure_utf8()

    /// The terminal's charset by the user's environment, which is adopted for the whole process.
    ///
    /// Widths are always measured in UTF-8.
    static let charset: TerminalCharset = {
        let isInstalled = confab_locale_adopt()
        // The name of the locale contains the terminal's charset even if the locale isn't installed.
        let named = LocaleVariable(environment: ProcessEnvironment.value)?.codeset ?? ""
        let codeset = isInstalled ? String(cString: confab_locale_charset()) : named
        return confab_locale_ensure_utf8() ? TerminalCharset(codeset: codeset) : .ascii
    }()

    static var isUTF8: Bool { charset == .utf8 }

    /// The charset for which text is measured. Letters that it lacks are spelled in ASCII, and measured
    /// so. There is one terminal.
    static var output: TerminalCharset {
        get {
            switch flag.load(ordering: .relaxed) {
            case -2: .utf8
            case -1: .ascii
            case let number: .other(number)
            }
        }
        set {
            let number: Int32 =
                switch newValue {
                case .utf8: -2
                case .ascii: -1
                case .other(let number): number
                }
            flag.store(number, ordering: .relaxed)
        }
    }

    private static let flag = Atomic<Int32>(-2)
}
