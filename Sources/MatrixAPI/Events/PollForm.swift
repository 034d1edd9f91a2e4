/// The protocol form of a poll. A poll is answered in the form in which it was started (MSC3381, "Unstable prefix").
package enum PollForm: String, Hashable, Sendable, CaseIterable {
    case stable = "m.poll."
    case unstable = "org.matrix.msc3381.poll."

    /// - Parameter type: The type of the start event; `nil` if it starts no poll.
    package init?(startType type: String) {
        guard let form = PollForm.allCases.first(where: { $0.startType == type }) else { return nil }
        self = form
    }

    package var startType: String { rawValue + "start" }
    package var responseType: String { rawValue + "response" }
    package var endType: String { rawValue + "end" }
}

extension PollForm {
    /// Returns the content of an answer. If the poll has no event yet, the sender fills in its identifier (MSC3381).
    ///
    /// - Parameter answers: The chosen answers; an empty list retracts the earlier choice.
    package func response(_ answers: [String], to eventID: String) -> JSONValue {
        let chosen = JSONValue.array(answers.map { .string($0) })
        var content: JSONValue = ["m.relates_to": PollForm.relation(to: eventID)]
        switch self {
        case .stable: content["m.selections"] = chosen
        case .unstable: content[responseType] = ["answers": chosen]
        }
        return content
    }

    /// Returns the content that ends a poll.
    ///
    /// - Parameters:
    ///   - fallback: The text for clients without support for polls.
    ///   - results: The number of votes for each answer, by its identifier.
    package func end(of eventID: String, fallback: String, results: [String: Int]) -> JSONValue {
        // An answer may contain a user's name, but must not mention them.
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

    /// Returns the identifiers that an answer chooses.
    ///
    /// - Returns: An empty list if it is malformed: such an answer retracts its sender's earlier choice.
    package func answers(in content: JSONValue) -> [String] {
        let chosen = self == .stable ? content["m.selections"] : content[responseType]?["answers"]
        guard let array = chosen?.array else { return [] }
        let answers = array.compactMap(\.string)
        return answers.count == array.count ? answers : []
    }
}
