import Conversations

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
        let lines = argument.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        outbox.acceptFile(
            TypedPath.readings(of: String(lines.first ?? "")), caption: lines.count > 1 ? String(lines[1]).trimmed : "",
            id: id, typed: typed, thread: thread, limit: uploadLimit(), now: now)
    }
}
