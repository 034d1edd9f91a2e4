import Conversations
import MatrixAPI

/// Files that are sent.
extension ComposerEventRouter {
    /// A path that is the whole line was rather pasted or dropped than meant as words: what is meant is asked, and nothing goes.
    ///
    /// - Returns: whether it was asked.
    func asksAboutFile(_ text: String) -> Bool {
        guard models.composer.confirmedText != text, TypedPath.isWholeLine(text) else { return false }
        models.composer.askAgain(about: text, notice: .looksLikeFile)
        return true
    }

    /// - Parameter argument: where it is, as it was typed, and in the lines below what is said of it.
    func send(fileAt argument: String, typed: TypedLine, of place: ComposerPlace) {
        let now = environment.now()
        let (id, thread) = (OutboxLine.newID(now: now), thread(of: place))
        let (path, caption) = Self.parts(of: argument)
        outbox.acceptFile(
            TypedPath.readings(of: path), caption: caption, id: id, typed: typed, thread: thread, limit: uploadLimit(),
            now: now,
            isDraftDone: { [chatList = models.chatList] in chatList.drafts[typed.draftPlace]?.isEmpty ?? true })
    }

    /// Why a file that is named can't be sent as things are.
    func lack(ofFileNamed argument: String, chatID: String) -> ComposerNotice? {
        // It would take along words that are meant for a message.
        if models.composer.purpose != .newLine { return .fileGoesByItself }
        let size = MessageContent.text(NamedText(Self.parts(of: argument).caption), isEmote: false).serialized.count
        let excess = size + Self.fileBytes - maximumBytes(chatID: chatID)
        return excess > 0 ? .tooLong(by: excess) : nil
    }

    /// How many bytes at most say what a file is beside its caption.
    private static let fileBytes = 4_096

    private static func parts(of argument: String) -> (path: String, caption: String) {
        let lines = argument.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (lines.first ?? "", lines.count > 1 ? lines[1].trimmed : "")
    }
}
