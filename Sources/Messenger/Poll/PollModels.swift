package import Conversations
import Engine
package import MatrixAPI
import ViewModels

/// Actions on a poll.
package enum PollEvent: RoutedEvent {
    /// Votes for exactly these answers, by their identifiers. An empty list withdraws the vote.
    case answering(OutboxLine.Target, [String], form: PollForm, chatID: String)
    case ending(OutboxLine.Target, PollClosing, chatID: String)
}

/// The data that is sent with the end of a poll.
package struct PollClosing: Hashable, Sendable {
    package let form: PollForm
    /// The text for clients without polls.
    package let fallback: String
    /// The number of votes, by the answer's identifier.
    package let results: [String: Int]

    package init(form: PollForm, fallback: String, results: [String: Int]) {
        self.form = form
        self.fallback = fallback
        self.results = results
    }
}

/// Errors in a typed poll.
package enum PollError: Error, Hashable, Sendable {
    /// There are fewer than two answers.
    case tooFewAnswers
    case tooManyAnswers
    /// Two answers have the same text.
    case answersAlike
    /// An unknown option precedes the question, such as `--all`. The text is as typed.
    case unknownOption(String)
}

extension PollError {
    var text: String {
        switch self {
        case .tooFewAnswers: .words("poll.too-few-answers")
        case .tooManyAnswers: .words("poll.too-many-answers", count: PollStart.maxAnswers)
        case .answersAlike: .words("poll.answers-alike")
        case .unknownOption(let option): .words("poll.unknown-option", ["option": option])
        }
    }
}

extension OutboxLine {
    /// Makes the line for a new poll.
    static func poll(_ poll: PollStart, chatID: String, thread: ThreadTarget? = nil, now: Int64) -> OutboxLine {
        var content = poll.sentContent
        if let thread { content["m.relates_to"] = thread.relation }
        return OutboxLine(
            id: newID(now: now), chatID: chatID, type: PollForm.unstable.startType, kind: .poll, body: poll.question,
            content: content.serializedText, acceptedAt: now, state: .queued)
    }

    static func pollAnswer(
        to target: Target, _ answers: [String], form: PollForm, chatID: String, now: Int64
    ) -> OutboxLine {
        OutboxLine(
            id: newID(now: now), chatID: chatID, type: form.responseType, purpose: .pollAnswer(to: target, answers),
            body: "", content: form.response(answers, to: target.eventID).serializedText, acceptedAt: now,
            state: .queued)
    }

    static func pollEnd(of target: Target, _ closing: PollClosing, chatID: String, now: Int64) -> OutboxLine {
        let content = closing.form.end(of: target.eventID, fallback: closing.fallback, results: closing.results)
        return OutboxLine(
            id: newID(now: now), chatID: chatID, type: closing.form.endType, purpose: .pollEnd(of: target), body: "",
            content: content.serializedText, acceptedAt: now, state: .queued)
    }
}

extension PollStart {
    /// The content, with a plain list of the answers for clients without polls.
    var sentContent: JSONValue {
        let lines = answers.enumerated().map { "\($0 + 1). \($1.text)" }
        return content(fallback: ([question] + lines).joined(separator: "\n"))
    }
}

extension PollStart {
    /// - Parameter typed: the typed text, such as `Tea or coffee? | Tea | Coffee`, with an optional ``PollOption`` in
    ///   front.
    init(typed: String) throws(PollError) {
        let (options, typed) = try PollOption.split(typed)
        let parts = typed.split(separator: "|").map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        guard let question = parts.first, parts.count > 2 else { throw .tooFewAnswers }
        let answers = parts.dropFirst()
        guard answers.count <= PollStart.maxAnswers else { throw .tooManyAnswers }
        guard Set(answers).count == answers.count else { throw .answersAlike }
        self.init(
            question: question, answers: answers.enumerated().map { Answer(id: "\($0 + 1)", text: $1) },
            maximumSelections: options.contains(.several) ? answers.count : 1,
            isDisclosed: !options.contains(.hidden))
    }
}

/// The options in front of a poll's question, as in `/poll --several Tea? | Green | Black`.
enum PollOption: String, CaseIterable {
    /// Any number of answers may be chosen.
    case several
    /// The results are shown only after the poll has ended.
    case hidden

    /// Splits the options from the typed text. After `--` alone, the question may begin like an option.
    static func split(_ typed: String) throws(PollError) -> (options: Set<PollOption>, rest: String) {
        var options: Set<PollOption> = []
        var rest = typed.drop(while: \.isWhitespace)
        while rest.hasPrefix("--") {
            let word = rest.prefix { !$0.isWhitespace && $0 != "|" }
            let isEnd = word == "--"
            guard isEnd || word.dropFirst(2).first?.isLetter == true else { break }
            rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
            if isEnd { break }
            guard let option = PollOption(rawValue: word.dropFirst(2).lowercased()) else {
                throw .unknownOption(String(word))
            }
            options.insert(option)
        }
        return (options, String(rest))
    }
}
