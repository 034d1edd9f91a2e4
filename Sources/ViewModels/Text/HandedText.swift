/// The text of a field as its model hands it to the pane.
///
/// ## Problem
///
/// A pane edits a text that its model may replace at any time: a draft is opened, a line was sent, an edit ends, a
/// line that couldn't be sent comes back. Each letter is in the pane first, and is reported after a pause. A view model
/// is built at most once a frame, and only the newest is delivered. So both sides change the text without knowing of
/// each other's last change.
///
/// ## Parts
///
/// - The model has a ``TextSender``. Its revision increases with each change that the pane doesn't know of.
/// - The pane has a ``TextReceiver`` with the revision that it has applied. The editor keeps the text itself.
/// - A report has the whole text and the revision that the pane had applied. A submission is a report of a line that the
///   pane takes out of the field at once.
/// - This value is the way back. ``change(since:)`` is the difference for a side that has applied an earlier revision.
///
/// Reports arrive in order, and all of them before the next value is built. `EventQueue` and ``FrameClock`` guarantee
/// both. A report may still follow any number of changes by the model, and a value may come after any number of letters.
///
/// ## Rules
///
/// 1. A report is current if nothing has replaced the text since the revision of the report. Lines that the model has
///    put above the text meanwhile stay above it.
/// 2. A report that isn't current is late: it is put above the new text. It takes the place of an earlier late report of
///    the same revision, which had the same text before its last letters.
/// 3. The pane applies a text if it was replaced since the revision that the pane has. Otherwise the pane only inserts
///    the returned lines that it doesn't have. Before it gives its text up, it reports what it hasn't reported.
/// 4. A submission is always answered with a new revision: it replaces the text, or it returns the line.
/// 5. Until that answer the pane reports nothing, since the field will be another one. If the answer replaces the text,
///    letters that were typed since the submission stay, below the new text.
///
/// ## Invariants
///
/// `TextHandoverPropertyTests.lettersAreNeitherLostNorDoubled` checks all of them with random interleavings.
///
/// - No typed letter is lost, and none is in the field twice. Each is in the field, or was in a text that the model
///   replaced.
/// - A value of the model never deletes letters that were typed since the revision it is based on.
/// - A replacement reaches the pane once, and it is above everything that was typed after it.
/// - Once the pane has reported and has applied the newest value, both sides have the same text.
///
/// ## After a crash
///
/// Nothing here is stored. The model saves each reported text as a draft. The letters since the last report are lost.
///
/// ## Why nothing simpler
///
/// A text without a revision would let a late view model overwrite new letters. A single revision without
/// ``replacedAt`` would replace the text when a line is only returned. An editor inside the model would build a view
/// model for each letter.
package struct HandedText: Equatable, Sendable {
    /// The whole text. Letters typed since the last report are missing in it.
    package let text: String
    /// Increases when the text is changed by anything except the pane.
    package let revision: Int
    /// The last ``revision`` that replaced the whole text. Later revisions only put ``returned`` lines above it.
    package let replacedAt: Int
    /// The last ``revision`` that replaced the whole text because a submitted line was accepted.
    package let acceptedAt: Int
    /// The text as it was replaced, without the returned lines.
    package let replacement: String
    /// The lines that were put above the text since it was replaced, in that order.
    package let returned: [ReturnedLine]

    package init(
        text: String, revision: Int, replacedAt: Int? = nil, acceptedAt: Int = 0, replacement: String? = nil,
        returned: [ReturnedLine] = []
    ) {
        self.text = text
        self.revision = revision
        self.replacedAt = replacedAt ?? revision
        self.acceptedAt = acceptedAt
        self.replacement = replacement ?? text
        self.returned = returned
    }

    /// Texts of the same revision make no difference to the pane, since it has the letters since then already.
    package static func == (left: HandedText, right: HandedText) -> Bool { left.revision == right.revision }

    /// The difference to an earlier revision.
    package enum Change: Equatable {
        /// The whole text was replaced.
        case text
        /// These lines were put above the text, in this order.
        case lines([ReturnedLine])
    }

    package func change(since revision: Int) -> Change {
        if replacedAt > revision { return .text }
        return .lines(returned.filter { $0.revision > revision })
    }

    /// Returns a text with lines put above it, one after the other.
    fileprivate static func text(_ text: String, below lines: some Sequence<ReturnedLine>) -> String {
        lines.reduce(text) { $0.isEmpty ? $1.text : $1.text + "\n" + $0 }
    }

    /// Returns the replaced text without a late report, for a pane that is about to report a newer version of it.
    fileprivate func text(withoutLateOf revision: Int) -> String {
        let rest = returned.filter { $0.origin != .late(of: revision) }
        return rest.count == returned.count ? text : Self.text(replacement, below: rest)
    }
}

/// A line that the model puts above the text of the pane.
package struct ReturnedLine: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// A line from elsewhere: one that couldn't be sent, or was withdrawn.
        case elsewhere
        /// A report of this revision, which arrived after the text was replaced.
        case late(of: Int)
        /// A line that was submitted and refused. In the pane's view it was never sent.
        case refused
    }

    /// The ``HandedText/revision`` that added it.
    package let revision: Int
    package let text: String
    package let origin: Origin

    package init(revision: Int, text: String, origin: Origin = .elsewhere) {
        self.revision = revision
        self.text = text
        self.origin = origin
    }
}

/// The text of a field on the side of the model. The rules are at ``HandedText``.
package struct TextSender: Sendable {
    /// The text as far as it is reported.
    package private(set) var text = ""
    package private(set) var revision = 0
    package private(set) var replacedAt = 0
    private var acceptedAt = 0
    private var replacement = ""
    private var returned: [ReturnedLine] = []
    /// The revision of the last report if it was late, and the revision that put it above the text.
    private var late: (report: Int, line: Int)?
    /// The lines that the pane didn't have when it submitted a line.
    private var unseen: [ReturnedLine] = []

    package init() {}

    package var handed: HandedText {
        HandedText(
            text: text, revision: revision, replacedAt: replacedAt, acceptedAt: acceptedAt, replacement: replacement,
            returned: returned)
    }

    /// Replaces the text in the pane.
    package mutating func replace(_ text: String) {
        self.text = text
        replacement = text
        revision += 1
        replacedAt = revision
        returned = []
        late = nil
    }

    /// Puts a line above the text. The pane may have a newer version of that text.
    package mutating func putAbove(_ line: String) {
        add(line, .elsewhere)
        text = HandedText.text(text, below: returned.suffix(1))
    }

    /// Applies a report.
    ///
    /// - Parameter revision: the revision that the pane had applied.
    /// - Returns: whether it is the text in the field. A late text is put above the new one.
    package mutating func receive(_ text: String, revision: Int) -> Bool {
        guard revision >= replacedAt else {
            putLate(text, of: revision)
            return false
        }
        late = nil
        self.text = HandedText.text(text, below: returned.lazy.filter { $0.revision > revision })
        return true
    }

    /// Applies the report of a submitted line.
    ///
    /// - Returns: whether it is the line in the field. It then has to be handled, and ``answer(submitted:revision:)`` is
    ///   called after that. A late line is returned to the pane.
    package mutating func receive(submitted line: String, revision: Int) -> Bool {
        unseen = returned.filter { $0.revision > revision }
        if receive(line, revision: revision) { return true }
        // Letters typed since are no newer version of this line.
        if let index = returned.firstIndex(where: { $0.revision == late?.line }) {
            returned[index] = ReturnedLine(revision: returned[index].revision, text: returned[index].text)
        }
        late = nil
        return false
    }

    /// Answers a submitted line: it was accepted if the text was replaced meanwhile, otherwise it is returned.
    ///
    /// - Parameter revision: the revision of the submission.
    /// - Returns: whether there are lines above the accepted one that were not part of it.
    @discardableResult
    package mutating func answer(submitted line: String, revision: Int) -> Bool {
        defer { unseen = [] }
        if replacedAt > revision {
            acceptedAt = replacedAt
            for line in unseen {
                add(line.text, line.origin == .refused ? .refused : .elsewhere)
                text = HandedText.text(text, below: returned.suffix(1))
            }
            return !unseen.isEmpty
        }
        if line.isEmpty { self.revision += 1 } else { add(line, .refused) }
        text = HandedText.text("", below: returned.lazy.filter { $0.revision > revision })
        return false
    }

    private mutating func putLate(_ text: String, of revision: Int) {
        if let late, late.report == revision {
            // Without a current report since then, the text is still made of these parts.
            returned.removeAll { $0.revision == late.line }
            self.text = HandedText.text(replacement, below: returned)
            self.revision += 1
        }
        late = nil
        guard !text.isEmpty else { return }
        add(text, .late(of: revision))
        late = (revision, self.revision)
        self.text = HandedText.text(self.text, below: returned.suffix(1))
    }

    private mutating func add(_ line: String, _ origin: ReturnedLine.Origin) {
        revision += 1
        returned.append(ReturnedLine(revision: revision, text: line, origin: origin))
    }
}

/// The text of a field on the side of the pane, whose editor has the text itself. The rules are at ``HandedText``.
package struct TextReceiver {
    /// The pane's part of applying a text.
    package enum Change: Equatable {
        /// Put these lines above the text, one after the other.
        case lines([String])
        /// Replace the text. Before that, report the old one to the model that it belongs to, if `isReported` is `false`.
        case text(String, isReported: Bool)
    }

    /// The newest ``HandedText/revision`` that was applied.
    private var revision = Int.min
    /// Whether the text differs from the last reported text.
    package private(set) var hasUnreportedText = false
    /// Whether the text last reported or received is empty.
    package private(set) var isReportedEmpty = true
    /// Whether a submitted line has no answer yet.
    private var awaitsAnswer = false

    package init() {}

    /// Notes that the user changed the text.
    package mutating func textChanged() { hasUnreportedText = true }

    /// - Returns: whether the text has to be reported now. It then counts as reported.
    package mutating func report(isEmpty: Bool) -> Bool {
        guard hasUnreportedText, !awaitsAnswer else { return false }
        hasUnreportedText = false
        isReportedEmpty = isEmpty
        return true
    }

    /// Notes that the text was submitted, and the field cleared.
    package mutating func submit() {
        hasUnreportedText = false
        isReportedEmpty = true
        awaitsAnswer = true
    }

    /// Gives up the field: its text can be reported before a submitted line is answered.
    package mutating func leave() { awaitsAnswer = false }

    /// Applies a text of the model.
    ///
    /// - Parameter isEmpty: whether the text in the editor is empty.
    package mutating func receive(_ handed: HandedText, isEmpty: Bool) -> Change {
        let (applied, awaitedAnswer) = (revision, awaitsAnswer)
        revision = handed.revision
        awaitsAnswer = false
        if case .lines(let lines) = handed.change(since: applied) { return .lines(lines.map(\.text)) }
        if awaitedAnswer, !isEmpty, handed.acceptedAt == handed.replacedAt {
            hasUnreportedText = true
            return .lines(handed.text.isEmpty ? [] : [handed.text])
        }
        let isReported = !hasUnreportedText || awaitedAnswer && isEmpty
        let text = isReported ? handed.text : handed.text(withoutLateOf: applied)
        hasUnreportedText = false
        isReportedEmpty = text.isEmpty
        return .text(text, isReported: isReported)
    }

    /// Applies a text of a model that gets each letter at once.
    ///
    /// - Returns: the new text; `nil` if the pane's own text stays.
    package mutating func replacement(in handed: HandedText) -> String? {
        guard case .text(let text, _) = receive(handed, isEmpty: false) else { return nil }
        return text
    }
}
