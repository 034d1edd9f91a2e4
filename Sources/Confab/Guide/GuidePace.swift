/// The delays for reading and typing, in milliseconds.
enum GuidePace {
    /// A delay long enough for the user to notice *types…*, which the guide teaches.
    static func typing(_ text: String) -> Int { min(1_500, 500 + text.count * 8) }

    /// The reading time at about 300 words a minute, up to a limit.
    static func reading(_ text: String) -> Int { min(4_000, 600 + text.count * 25) }
}
