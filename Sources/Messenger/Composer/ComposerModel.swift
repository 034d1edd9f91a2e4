import Conversations
package import ViewModels

/// The text of the composer as the pane last reported it, and its purpose. The pane itself handles each key press.
package struct ComposerModel {
    private(set) var chatID: String?
    /// The root event of the thread that the next line is sent to.
    private(set) var threadID: String?
    private var field = TextSender()
    /// The last lines that were submitted for a place after it had closed.
    private var submittedLate: (place: ComposerTarget, text: String)?
    package private(set) var notice: ComposerNotice? {
        didSet { isNoticeOfSuccess = false }
    }
    /// The notices for chats and threads that are not open, by the place of their drafts.
    private var noticesElsewhere: [String: ComposerNotice] = [:]
    /// Whether ``notice`` reports success.
    package private(set) var isNoticeOfSuccess = false
    /// An unknown command that Enter sends as text if it comes again unchanged.
    private(set) var confirmedText: String?
    /// The pending question about ``text``.
    package private(set) var question: ComposerConfirmation?
    private var questionCount = 0
    package private(set) var purpose = ComposerPurpose.newLine
    /// The position in the user's earlier lines while they are being recalled.
    var recall: InputHistory?

    var text: String { field.text }

    package var handed: HandedText { field.handed }

    mutating func open(chatID: String?, threadID: String? = nil, draft: String) {
        self.chatID = chatID
        self.threadID = threadID
        purpose = .newLine
        recall = nil
        replace(draft)
        notice = draftPlace.flatMap { noticesElsewhere.removeValue(forKey: $0) }
    }

    mutating func close() { open(chatID: nil, draft: "") }

    /// The place and revision that identify the current text.
    package var place: ComposerTarget? {
        chatID.map { ComposerTarget(chatID: $0, threadID: threadID, revision: field.revision) }
    }

    /// The key of the draft; `nil` if nothing is open.
    package var draftPlace: String? { place?.draftPlace }

    /// The text to store as the draft. It excludes the text of an edit and an unchanged recalled line.
    package var draft: String {
        if case .edit(_, _, let draft) = purpose { return draft }
        guard let recall, recall.index >= 0, !recall.written.isEmpty || recall.isUnchanged(text) else { return text }
        return recall.isUnchanged(text) ? recall.written : text + "\n" + recall.written
    }

    /// Whether a report of the open place says nothing new.
    func isKnown(_ text: String, revision: Int) -> Bool {
        guard text == self.text else { return false }
        if case .lines(let lines) = handed.change(since: revision) { return lines.isEmpty }
        return true
    }

    /// Applies the text that the pane reports for the open place, or submits.
    ///
    /// - Returns: whether it is the text in the field.
    mutating func receive(_ text: String, revision: Int, isSubmitted: Bool = false) -> Bool {
        let isCurrent =
            isSubmitted
            ? field.receive(submitted: text, revision: revision) : field.receive(text, revision: revision)
        if !isCurrent {
            guard !text.isEmpty else { return false }
            notice = nil
            confirmedText = nil
        } else if self.text != confirmedText, self.text != question?.text {
            confirmedText = nil
            question = nil
            notice = nil
        }
        return isCurrent
    }

    /// Answers a submitted line once it was handled, see ``TextSender/answer(submitted:revision:)``.
    mutating func answer(submitted line: String, revision: Int) {
        field.answer(submitted: line, revision: revision)
    }

    /// Whether the text was replaced since a revision.
    func isReplaced(since revision: Int) -> Bool { field.replacedAt > revision }

    /// Returns the text of a place that isn't open any more: what the pane reports, below the lines that it submitted
    /// since the place closed. The pane cleared its field for these.
    mutating func wholeText(_ text: String, ofClosed place: ComposerTarget, isSubmitted: Bool) -> String {
        let earlier = submittedLate?.place == place ? submittedLate?.text : nil
        let whole = [earlier ?? "", text].filter { !$0.isEmpty }.joined(separator: "\n")
        if isSubmitted { submittedLate = (place, whole) }
        return whole
    }

    /// Replaces the text in the pane.
    mutating func replace(_ text: String) {
        field.replace(text)
        notice = nil
        confirmedText = nil
        question = nil
    }

    /// Puts a line above the text. The pane may have a newer version of that text.
    mutating func restore(_ line: String) {
        field.putAbove(line)
        notice = nil
        confirmedText = nil
    }

    /// Puts a line back into the pane. Its reply or edit is resumed unless another one was started meanwhile.
    mutating func restore(_ typed: TypedLine) {
        switch (purpose, typed.purpose) {
        case (.newLine, .edit(let target, let body, _)):
            purpose = .edit(target, body: body, draft: text)
            replace("")
            restore(typed.text)
        case (.newLine, .reply(let message)):
            reply(to: message)
            restore(typed.text)
        case (.newLine, .newLine), (.reply, _), (.edit, _):
            restore(typed.text)
        }
    }

    /// Starts a reply to a message; the text stays.
    mutating func reply(to message: QuotedMessage) {
        endPurpose()
        purpose = .reply(message)
    }

    /// Starts an edit of one of the account's messages.
    mutating func edit(_ target: OutboxLine.Target, body: String) {
        endPurpose()
        purpose = .edit(target, body: body, draft: text)
        replace(body)
    }

    /// The changed text of an edit, which would be lost when it ends; `nil` if it is unchanged or empty.
    var unsentEdit: ReversibleChange? {
        guard case .edit(_, let body, _) = purpose, let chatID, text != body, !text.isEmpty else { return nil }
        return .leftEdit(TypedLine(text, chatID: chatID, threadID: threadID))
    }

    /// Ends a reply or an edit. After an edit, the draft from before returns.
    mutating func endPurpose() {
        if case .edit(_, _, let draft) = purpose { replace(draft) }
        purpose = .newLine
    }

    mutating func showNotice(_ notice: ComposerNotice) { self.notice = notice }

    /// Shows a notice if its place is open, and otherwise when it is opened.
    ///
    /// - Parameter place: the place as ``Draft/place(chatID:threadID:)`` names it.
    mutating func showNotice(_ notice: ComposerNotice, at place: String) {
        if place == draftPlace { showNotice(notice) } else { noticesElsewhere[place] = notice }
    }

    /// Reports that a command succeeded.
    mutating func showDone(_ notice: ComposerNotice) {
        self.notice = notice
        isNoticeOfSuccess = true
    }

    /// Asks for a confirmation of the text.
    mutating func ask(_ kind: ComposerConfirmation.Kind, about text: String, notice: ComposerNotice) {
        questionCount += 1
        question = ComposerConfirmation(number: questionCount, kind: kind, text: text)
        self.notice = notice
    }

    mutating func askAgain(about text: String, notice: ComposerNotice) {
        confirmedText = text
        self.notice = notice
    }
}

extension ComposerModel {
    /// Starts or continues to recall the user's earlier lines.
    ///
    /// - Parameter unsent: the user's lines that no timeline shows yet, newest first.
    /// - Returns: the position before which older lines have to be loaded first; `nil` if none are needed.
    mutating func beginRecall(unsent: [String]) -> Int64? {
        let walk = recall ?? InputHistory(written: text, unsent: unsent)
        recall = walk
        return walk.needsMore ? walk.next : nil
    }

    /// - Returns: whether there is an older line.
    mutating func recallOlder() -> Bool {
        guard var walk = recall, walk.goToOlder(leaving: text) else { return false }
        show(walk)
        return true
    }

    /// - Returns: whether there is a newer line or the draft to return to.
    mutating func recallNewer() -> Bool {
        guard var walk = recall, walk.goToNewer(leaving: text) else { return false }
        show(walk)
        return true
    }

    private mutating func show(_ walk: InputHistory) {
        recall = walk
        replace(walk.text)
    }
}

/// Steps through the user's lines in a chat, from the draft back to the first line.
struct InputHistory: Equatable {
    /// The loaded lines, newest first.
    private(set) var lines: [String]
    /// The timeline position before which older lines can be loaded; `nil` if all are loaded.
    private(set) var next: Int64?
    /// The index of the shown line; -1 is the draft.
    private(set) var index = -1
    private let begun: String
    /// The edits made to recalled lines; the lines themselves stay as they were sent.
    private var changed: [Int: String] = [:]

    init(written: String, unsent: [String]) {
        begun = written
        lines = unsent
        next = .max
    }

    /// The text of the shown line, with its edits.
    var text: String { text(at: index) }

    /// The draft from before recalling, with its edits.
    var written: String { text(at: -1) }

    func isUnchanged(_ text: String) -> Bool { index >= 0 && text == lines[index] }

    /// Whether the next older line has to be loaded from disk first.
    var needsMore: Bool { index + 1 >= lines.count && next != nil }

    mutating func add(_ page: [String], next: Int64?) {
        for line in page where line != lines.last { lines.append(line) }
        self.next = next
    }

    /// - Parameter text: the text in the field.
    /// - Returns: whether there is an older line.
    mutating func goToOlder(leaving text: String) -> Bool {
        guard index + 1 < lines.count else { return false }
        saveEdit(text)
        index += 1
        return true
    }

    mutating func goToNewer(leaving text: String) -> Bool {
        guard index >= 0 else { return false }
        saveEdit(text)
        index -= 1
        return true
    }

    private mutating func saveEdit(_ text: String) {
        if text != self.text { changed[index] = text }
    }

    private func text(at index: Int) -> String {
        changed[index] ?? (index < 0 ? begun : lines[index])
    }
}
