/// A line of a story: users with an action or observation, as in `ana, bo: see hello`.
struct StoryLine: Sendable {
    /// The line's number in the file, from 1.
    let number: Int
    /// Whether the line belongs to the variant with the encrypted group. `nil` if it belongs to both variants.
    let isOfEncrypted: Bool?
    let actors: [String]
    let verb: String
    /// The argument of the verb, in which `\n` stands for a line break.
    let text: String

    /// - Returns: `nil` for a line without an action: a heading, a comment or a blank line.
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
