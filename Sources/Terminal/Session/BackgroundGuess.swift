/// Which background a terminal has that hasn't said so, or not yet.
enum BackgroundGuess {
    /// - Parameter environment: some terminals name their colours in `COLORFGBG`, as in `15;0`, the background last.
    static func color(environment: (String) -> String?) -> RGBColor {
        let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { UInt8($0) }
        guard let last, last < 16 else { return .black }
        return RGBColor(index: last).isDark ? .black : .white
    }
}
