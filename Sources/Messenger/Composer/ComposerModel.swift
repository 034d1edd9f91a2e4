import Conversations
import ViewModels

/// The text being written, as far as the model needs to know it; the pane owns each key press.
@MainActor
final class ComposerModel {
    private(set) var chatID: String?
    /// The thread of it in which the next line is said, by the event with which that began.
    private(set) var threadID: String?
    private(set) var text = ""
    /// Rises when ``text`` was changed by anything but the pane.
    private(set) var revision = 0
    /// The ``revision`` that brought a whole text.
    private(set) var replacedAt = 0
    /// Lines that were put above the text since then.
    private(set) var returned: [ReturnedLine] = []
    /// What to tell about the text.
    private(set) var notice: ComposerNotice? {
        didSet { isNoticeOfSuccess = false }
    }
    /// What is to tell about the texts of chats and threads that are not open, by where their drafts are kept.
    private var noticesElsewhere: [String: ComposerNotice] = [:]
    /// Whether ``notice`` says that all went well.
    private(set) var isNoticeOfSuccess = false
    /// An unknown command that Enter sends as text if it comes again unchanged.
    private(set) var confirmedText: String?
    /// What is asked about ``text``.
    private(set) var question: ComposerQuestion?
    private var questionCount = 0
    private(set) var purpose = ComposerPurpose.newLine
    /// The walk through the own lines, where there is one.
    var recall: LineRecall?

    func open(chatID: String?, threadID: String? = nil, draft: String) {
        self.chatID = chatID
        self.threadID = threadID
        purpose = .newLine
        recall = nil
        replace(draft)
        notice = draftPlace.flatMap { noticesElsewhere.removeValue(forKey: $0) }
    }

    /// Nothing is open any more.
    func close() { open(chatID: nil, draft: "") }

    /// Which text the pane gets to see now.
    var place: ComposerPlace? { chatID.map { ComposerPlace(chatID: $0, threadID: threadID, revision: revision) } }

    /// What the draft is kept under; `nil` where nothing is open.
    var draftPlace: String? { place?.draftPlace }

    /// What is kept on disk as the draft: the text of an edit is none, nor is an old line that was only looked at.
    var draft: String {
        if case .edit(_, _, let draft) = purpose { return draft }
        guard let recall, recall.index >= 0, !recall.written.isEmpty || recall.isUnchanged(text) else { return text }
        return recall.isUnchanged(text) ? recall.written : text + "\n" + recall.written
    }

    /// The pane told its text.
    func edit(_ text: String, revision: Int? = nil) {
        let missing = returned.filter { $0.revision > revision ?? self.revision }.map(\.text)
        self.text = (missing.reversed() + [text]).joined(separator: "\n")
        if self.text != confirmedText, self.text != question?.text {
            confirmedText = nil
            question = nil
            notice = nil
        }
    }

    /// Puts another text into the pane.
    func replace(_ text: String) {
        self.text = text
        revision += 1
        replacedAt = revision
        returned = []
        notice = nil
        confirmedText = nil
        question = nil
    }

    /// Puts a line above what is written, which the pane may know better by now.
    func giveBack(_ line: String) {
        text = text.isEmpty ? line : line + "\n" + text
        revision += 1
        returned.append(ReturnedLine(revision: revision, text: line))
        notice = nil
        confirmedText = nil
    }

    /// Puts a line back into the pane, for what it was for where nothing else was begun meanwhile.
    func giveBack(_ typed: TypedLine) {
        switch (purpose, typed.purpose) {
        case (.newLine, .edit(let target, let body, _)):
            purpose = .edit(target, body: body, draft: text)
            replace("")
            giveBack(typed.text)
        case (.newLine, .reply(let message)):
            reply(to: message)
            giveBack(typed.text)
        case (.newLine, .newLine), (.reply, _), (.edit, _):
            giveBack(typed.text)
        }
    }

    /// The next line answers a message; what is written stays.
    func reply(to message: QuotedMessage) {
        endPurpose()
        purpose = .reply(message)
    }

    /// The next line replaces a message of one's own.
    func edit(_ target: OutboxLine.Target, body: String) {
        endPurpose()
        purpose = .edit(target, body: body, draft: text)
        replace(body)
    }

    /// What an edit says by now would be lost with it; `nil` where that is what the message says, or nothing.
    var unsentEdit: ReversibleChange? {
        guard case .edit(_, let body, _) = purpose, let chatID, text != body, !text.isEmpty else { return nil }
        return .leftEdit(TypedLine(text, chatID: chatID, threadID: threadID))
    }

    /// The next line is one like any other; after an edit, what was written before it is back.
    func endPurpose() {
        if case .edit(_, _, let draft) = purpose { replace(draft) }
        purpose = .newLine
    }

    func tell(_ notice: ComposerNotice) { self.notice = notice }

    /// Told now where that is open, and else once it is.
    ///
    /// - Parameter place: as ``Draft/place(chatID:threadID:)`` has it.
    func tell(_ notice: ComposerNotice, at place: String) {
        if place == draftPlace { tell(notice) } else { noticesElsewhere[place] = notice }
    }

    /// What a command asked for is done.
    func tellDone(_ notice: ComposerNotice) {
        self.notice = notice
        isNoticeOfSuccess = true
    }

    /// What the text asks for waits for a yes.
    func ask(_ kind: ComposerQuestion.Kind, about text: String, notice: ComposerNotice) {
        questionCount += 1
        question = ComposerQuestion(number: questionCount, kind: kind, text: text)
        self.notice = notice
    }

    func askAgain(about text: String, notice: ComposerNotice) {
        confirmedText = text
        self.notice = notice
    }
}
