/// The reason why a story could not continue, with its line.
struct StoryFailure: Error, CustomStringConvertible {
    let story: String
    let line: StoryLine
    let reason: String

    var description: String {
        "\(story).txt:\(line.number): \(line.actors.joined(separator: ", ")): \(line.verb) \(line.text)\n\(reason)"
    }
}
