/// One line of a story: who does or sees what, as in `ana, bo: see hello`.
struct StoryLine: Sendable {
    /// In the file, from 1.
    let number: Int
    /// Where only one of the ways in which a story is told has it: whether that is the one whose group is encrypted.
    let isOfEncrypted: Bool?
    let actors: [String]
    let verb: String
    /// What the verb is about; `\n` stands for a line break.
    let text: String

    /// - Returns: `nil` for a line that nobody acts in: a heading, a comment or a blank.
    init?(_ line: Substring, number: Int) {
        guard !line.hasPrefix("#"), let colon = line.firstIndex(of: ":") else { return nil }
        let names = line[..<colon].split(separator: ",").map { String($0.drop { $0 == " " }) }
        let ways = ["in clear": false, "encrypted": true]
        isOfEncrypted = names.first.flatMap { ways[$0] }
        actors = isOfEncrypted == nil ? names : Array(names.dropFirst())
        let words = line[line.index(after: colon)...].drop { $0 == " " }
        verb = String(words.prefix { $0 != " " })
        text = String(words.dropFirst(verb.count + 1)).replacing("\\n", with: "\n")
        self.number = number
    }
}
