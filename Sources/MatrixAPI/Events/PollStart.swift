/// The question and the answers of a poll (MSC3381; stable and unstable forms alike).
package struct PollStart: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        /// The opaque identifier that responses refer to.
        package let id: String
        /// Untrusted text.
        package let text: String

        package init(id: String, text: String) {
            self.id = id
            self.text = text
        }
    }

    /// The question. Untrusted text.
    package let question: String
    /// At least one, at most ``maxAnswers``, each identifier once.
    package let answers: [Answer]
    /// The maximum number of answers that a user may choose; at least 1.
    package let maximumSelections: Int
    /// Whether results are shown before it is over.
    package let isDisclosed: Bool

    /// The maximum number of answers; more are left out.
    package static let maxAnswers = 20

    package init(question: String, answers: [Answer], maximumSelections: Int = 1, isDisclosed: Bool = true) {
        self.question = question
        self.answers = answers
        self.maximumSelections = maximumSelections
        self.isDisclosed = isDisclosed
    }

    /// - Returns: `nil` if there is no question or no valid answer.
    package init?(content: JSONValue) {
        guard let poll = content["m.poll"] ?? content[PollForm.unstable.startType],
            let question = poll["question"].flatMap(PollStart.text)
        else { return nil }
        var seen: Set<String> = []
        let answers = (poll["answers"]?.array ?? []).prefix(PollStart.maxAnswers).compactMap { json -> Answer? in
            guard let id = (json["m.id"] ?? json["id"])?.identifier, let text = PollStart.text(json),
                seen.insert(id).inserted
            else { return nil }
            return Answer(id: id, text: text)
        }
        guard !answers.isEmpty else { return nil }
        let most = poll["max_selections"]?.wholeNumber ?? 1
        self.init(
            question: question, answers: answers,
            maximumSelections: max(1, Int(clamping: min(most, Int64(PollStart.maxAnswers)))),
            isDisclosed: ["m.disclosed", "org.matrix.msc3381.poll.disclosed", "org.matrix.msc3381.disclosed"]
                .contains(poll["kind"]?.string))
    }

    /// Returns the plain text of a block (MSC1767).
    private static func text(_ block: JSONValue) -> String? {
        let plain = block["m.text"]?.array?.first { ($0["mimetype"]?.string ?? "text/plain") == "text/plain" }
        return plain?["body"]?.string ?? block["org.matrix.msc1767.text"]?.string ?? block["body"]?.string
    }

    /// Returns the content of the start event, in the form that clients support today, with a fallback for other
    /// clients.
    ///
    /// - Parameter fallback: The question, as in `Tea?`, and the answers below it.
    package func content(fallback: String) -> JSONValue {
        let answers = answers.map { answer -> JSONValue in
            ["id": .string(answer.id), "org.matrix.msc1767.text": .string(answer.text)]
        }
        let poll: JSONValue = [
            "kind": isDisclosed ? "org.matrix.msc3381.poll.disclosed" : "org.matrix.msc3381.poll.undisclosed",
            "max_selections": .integer(Int64(maximumSelections)),
            "question": [
                "org.matrix.msc1767.text": .string(question), "body": .string(question), "msgtype": "m.text",
            ],
            "answers": .array(answers),
        ]
        return [
            PollForm.unstable.startType: poll, "org.matrix.msc1767.text": .string(fallback),
            "body": .string(fallback), "m.mentions": .emptyObject,
        ]
    }
}
