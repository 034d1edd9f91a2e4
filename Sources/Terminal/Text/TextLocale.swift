import CNcurses

/// The locale as far as text on the screen goes.
enum TextLocale {
    /// Whether widths can be measured. Runs once: the C library measures by its locale, which is C until someone sets it.
    static let canMeasure: Bool = confab_locale_ensure_utf8()

    /// Whether the terminal takes UTF-8, by the person's environment, which is adopted for the whole process.
    ///
    /// ASCII alone leaves for other terminals, but measuring goes on by UTF-8, so that cells stay the same.
    static let isUTF8: Bool = {
        let isInstalled = confab_locale_adopt()
        // A name that isn't installed still says what the terminal is set to.
        let isUTF8 = isInstalled ? confab_locale_is_utf8() : namesUTF8
        return confab_locale_ensure_utf8() && isUTF8
    }()

    private static var namesUTF8: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { ProcessEnvironment.value($0) }.first ?? ""
        let codeset = name.lowercased().drop { $0 != "." }
        return codeset.hasPrefix(".utf-8") || codeset.hasPrefix(".utf8")
    }
}
