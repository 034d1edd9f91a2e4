import ViewModels

/// The attachments of messages, numbered as their messages are read; commands refer to the numbers.
@MainActor
final class LinearFiles {
    private let voice: Announcer
    private let question: LinearQuestion
    /// The files of the open chat, in the order in which they were first read.
    private var rows: [ChatRowID] = []
    private var latest: ChatRowID?
    /// Returns the current actions for a message.
    var actions: (ChatRowID) -> MessageActions? = { _ in nil }

    init(voice: Announcer, question: LinearQuestion) {
        self.voice = voice
        self.question = question
    }

    /// Forgets the files of the previous chat.
    func begin() { (rows, latest) = ([], nil) }

    /// Says the number of a read message's file, if it has one.
    func read(_ row: ChatRowID) {
        guard actions(row)?.file != nil else { return }
        if !rows.contains(row) { rows.append(row) }
        latest = row
        voice.announce(.words("linear.file", ["number": number(of: row) ?? ""]))
    }

    func has(_ row: ChatRowID) -> Bool { rows.contains(row) }

    /// Says the status of a file.
    func announce(_ status: DisplayText, of row: ChatRowID) {
        guard let number = number(of: row) else { return }
        voice.announce(.words("linear.file-status", ["number": number, "status": status.string]).sentence)
    }

    // MARK: Commands

    /// - Parameter asked: the number of the file and the destination; both are optional, and the
    ///   default is the file read last.
    func save(_ asked: String) {
        let parts = asked.split(separator: " ", maxSplits: 1)
        let number = parts.first.flatMap { Int($0) }
        guard let (row, file) = file(number) else { return }
        let path = number == nil ? asked : parts.dropFirst().joined()
        load(row) { file.save(path) }
    }

    func view(_ asked: String) {
        guard let number = number(in: asked), let (row, file) = file(number) else { return }
        if let reason = file.open.reason { return voice.announce(reason.sentence) }
        question.ask(file.openQuestion) { [weak self] in self?.load(row) { file.open() } }
    }

    func stop(_ asked: String) {
        guard let number = number(in: asked), let (_, file) = file(number) else { return }
        if let reason = file.stop() { voice.announce(reason.sentence) }
    }

    /// - Returns: the inner value is `nil` if no number was typed, the outer one if the number is invalid.
    private func number(in asked: String) -> Int?? {
        if asked.isEmpty { return .some(nil) }
        if let number = Int(asked) { return number }
        voice.announce(.words("linear.no-such-file", ["number": asked]))
        return nil
    }

    /// - Parameter ask: starts the action, or returns the reason why it is unavailable.
    private func load(_ row: ChatRowID, _ ask: () -> DisplayText?) {
        if let reason = ask() { return voice.announce(reason.sentence) }
        announce(.words("media.loading"), of: row)
    }

    /// - Parameter number: `nil` for the file read last.
    private func file(_ number: Int?) -> (row: ChatRowID, file: MessageFile)? {
        if let number, !rows.indices.contains(number &- 1) {
            voice.announce(.words("linear.no-such-file", ["number": "\(number)"]))
            return nil
        }
        guard let row = number.map({ rows[$0 - 1] }) ?? latest, let file = actions(row)?.file else {
            voice.announce(.words("linear.no-file"))
            return nil
        }
        return (row, file)
    }

    private func number(of row: ChatRowID) -> String? { rows.firstIndex(of: row).map { "\($0 + 1)" } }
}
