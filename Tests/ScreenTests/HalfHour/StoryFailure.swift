/// Why a story could not go on, and at which of its lines.
struct StoryFailure: Error, CustomStringConvertible {
    let story: String
    let line: StoryLine
    let reason: String

    var description: String {
        "\(story).txt:\(line.number): \(line.actors.joined(separator: ", ")): \(line.verb) \(line.text)\n\(reason)"
    }
}
