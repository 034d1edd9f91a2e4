/// One line of a story: who does or sees what, as in `ana, bo: see hello`.
struct StoryLine: Sendable {
    /// In the file, from 1.
    let number: Int
    let actors: [String]
    let verb: String
    /// What the verb is about; `\n` stands for a line break.
    let text: String

    /// - Returns: `nil` for a line that nobody acts in: a heading, a comment or a blank.
    init?(_ line: Substring, number: Int) {
        guard !line.hasPrefix("#"), let colon = line.firstIndex(of: ":") else { return nil }
        actors = line[..<colon].split(separator: ",").map { String($0.drop { $0 == " " }) }
        let words = line[line.index(after: colon)...].drop { $0 == " " }
        verb = String(words.prefix { $0 != " " })
        text = String(words.dropFirst(verb.count + 1)).replacing("\\n", with: "\n")
        self.number = number
    }
}
