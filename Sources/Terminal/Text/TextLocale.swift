import CNcurses
import Synchronization

/// The locale as far as text on the screen goes.
enum TextLocale {
    /// Whether widths can be measured. Runs once: the C library measures by its locale, which is C until someone sets it.
    static let canMeasure: Bool = confab_locale_ensure_utf8()

    /// The charset that the terminal takes, by the person's environment, which is adopted for the whole process.
    ///
    /// Measuring goes on by UTF-8 whatever it is.
    static let charset: TerminalCharset = {
        let isInstalled = confab_locale_adopt()
        // A name that isn't installed still says what the terminal is set to.
        let named = LocaleVariable(environment: ProcessEnvironment.value)?.codeset ?? ""
        let codeset = isInstalled ? String(cString: confab_locale_charset()) : named
        return confab_locale_ensure_utf8() ? TerminalCharset(codeset: codeset) : .ascii
    }()

    static var isUTF8: Bool { charset == .utf8 }

    /// The charset for which text is measured: letters that it lacks are spelled in ASCII, and take the columns of that.
    /// There is one terminal.
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
