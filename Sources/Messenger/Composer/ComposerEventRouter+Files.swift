import Conversations
import MatrixAPI

/// Sending files.
extension ComposerEventRouter {
    /// Asks whether a line that is nothing but a path was meant as text. It was more likely pasted or dropped to
    /// send the file. Nothing is sent before the answer.
    ///
    /// - Returns: whether the question was asked.
    func asksAboutFile(_ text: String) -> Bool {
        guard models.composer.confirmedText != text, TypedPath.isWholeLine(text) else { return false }
        models.composer.askAgain(about: text, notice: .looksLikeFile)
        return true
    }

    /// - Parameter argument: the path as it was typed, with the caption in the lines below.
    func send(fileAt argument: String, typed: TypedLine, of place: ComposerPlace) {
        let now = environment.now()
        let (id, thread) = (OutboxLine.newID(now: now), thread(of: place))
        let (path, caption) = Self.parts(of: argument)
        outbox.acceptFile(
            TypedPath.readings(of: path), caption: caption, id: id, typed: typed, thread: thread, limit: uploadLimit(),
            now: now,
            isDraftDone: { [chatList = models.chatList] in chatList.drafts[typed.draftPlace]?.isEmpty ?? true })
    }

    /// The reason that a named file can't be sent now.
    func lack(ofFileNamed argument: String, chatID: String) -> ComposerNotice? {
        // Sending the file would also use up a text that is meant for a message.
        if models.composer.purpose != .newLine { return .fileGoesByItself }
        let size = MessageContent.text(NamedText(Self.parts(of: argument).caption), isEmote: false).serialized.count
        let excess = size + Self.fileBytes - maximumBytes(chatID: chatID)
        return excess > 0 ? .tooLong(by: excess) : nil
    }

    /// The maximum size of a file message without its caption, in bytes.
    private static let fileBytes = 4_096

    private static func parts(of argument: String) -> (path: String, caption: String) {
        let lines = argument.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (lines.first ?? "", lines.count > 1 ? lines[1].trimmed : "")
    }
}
