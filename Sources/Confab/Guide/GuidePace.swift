/// How long somebody needs who reads, and somebody who types, in milliseconds.
enum GuidePace {
    /// Who is taught to watch for *types…* must have the time to see it.
    static func typing(_ text: String) -> Int { min(1_500, 500 + text.count * 8) }

    /// At some 300 words a minute, and no longer than anybody waits for the next line.
    static func reading(_ text: String) -> Int { min(4_000, 600 + text.count * 25) }
}
