extension PollForm {
    /// The content of an answer; the poll is filled in by whoever sends it, where it has no event yet (MSC3381).
    ///
    /// - Parameter answers: none takes back what was chosen before.
    package func response(_ answers: [String], to eventID: String) -> JSONValue {
        let chosen = JSONValue.array(answers.map { .string($0) })
        var content: JSONValue = ["m.relates_to": PollForm.relation(to: eventID)]
        switch self {
        case .stable: content["m.selections"] = chosen
        case .unstable: content[responseType] = ["answers": chosen]
        }
        return content
    }

    /// The content of what ends a poll.
    ///
    /// - Parameters:
    ///   - fallback: what clients show that know no polls.
    ///   - results: how many chose an answer, by its identifier.
    package func end(of eventID: String, fallback: String, results: [String: Int]) -> JSONValue {
        // An answer may have the words of somebody's name, and calls nobody by them.
        var content: JSONValue = [
            "m.relates_to": PollForm.relation(to: eventID), "body": .string(fallback), "m.mentions": .emptyObject,
        ]
        switch self {
        case .stable:
            content["m.text"] = [["body": .string(fallback)]]
            content["m.poll.results"] = .object(results.mapValues { .integer(Int64($0)) })
        case .unstable:
            content["org.matrix.msc1767.text"] = .string(fallback)
            content[endType] = .emptyObject
        }
        return content
    }

    private static func relation(to eventID: String) -> JSONValue {
        ["rel_type": "m.reference", "event_id": .string(eventID)]
    }

    /// The identifiers that an answer names.
    ///
    /// - Returns: none where it is malformed: such an answer takes back what its sender chose before.
    package func answers(in content: JSONValue) -> [String] {
        let chosen = self == .stable ? content["m.selections"] : content[responseType]?["answers"]
        guard let array = chosen?.array else { return [] }
        let answers = array.compactMap(\.string)
        return answers.count == array.count ? answers : []
    }
}
