/// The likely background of a terminal that has not answered the question for it.
enum BackgroundGuess {
    /// - Parameter environment: some terminals give their colors in `COLORFGBG`, as in `15;0`, with the
    ///   background last.
    static func color(environment: (String) -> String?) -> RGBColor {
        let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { UInt8($0) }
        guard let last, last < 16 else { return .black }
        return RGBColor(index: last).isDark ? .black : .white
    }
}
