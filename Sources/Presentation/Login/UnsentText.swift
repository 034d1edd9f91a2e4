import Conversations
import Engine
import Glibc
import Messenger
package import Storage
import ViewModels

/// The text of the file with unsent messages: for each chat its lines in order, then its draft.
package enum UnsentText {
    /// - Parameters:
    ///   - account: the Matrix ID.
    ///   - server: the address of the homeserver, as it is shown in the file; empty for the built-in server.
    ///   - now: the time in milliseconds since 1970.
    package static func build(_ words: UnsentTexts, account: String, server: String, now: Int64) -> String {
        let head = String.words(
            "unsent-file.head", ["time": time(now), "account": oneLine(account), "server": oneLine(server)])
        return ([head] + chatIDs(words).map { chat($0, in: words) }).joined(separator: "\n")
    }

    /// Returns the chats in the order of their first line, then the chats with a draft only.
    private static func chatIDs(_ words: UnsentTexts) -> [String] {
        var seen: Set<String> = []
        return (words.lines.map(\.chatID) + words.drafts.map(\.chatID).sorted()).filter { seen.insert($0).inserted }
    }

    private static func chat(_ id: String, in words: UnsentTexts) -> String {
        let name = words.chats.first { $0.id == id }.map(Naming.chat) ?? .words("unsent-file.nameless-chat")
        var text = "=== \(oneLine(name)) (\(oneLine(id)))\n"
        for line in words.lines where line.chatID == id {
            text += "\n--- \(time(line.acceptedAt)), \(what(line)), \(state(of: line))\n"
            if line.purpose.saysWords { text += sanitized(ComposedLine.typed(line.text, isEmote: line.isEmote)) }
        }
        for draft in words.drafts where draft.chatID == id {
            text += String.words("unsent-file.draft") + sanitized(draft.text)
        }
        return text
    }

    private static func what(_ line: OutboxLine) -> String {
        switch line.purpose {
        case .message:
            line.replyTo.map { String.words("unsent-file.reply", ["text": oneLine($0)]) } ?? .words("unsent-file.line")
        case .edit(let target): .words("unsent-file.edit", ["name": name(of: target)])
        case .reaction(let target, let key):
            .words("unsent-file.reaction", ["text": oneLine(key), "name": name(of: target)])
        case .redaction(let target, _): .words("unsent-file.deletion", ["name": name(of: target)])
        case .pollAnswer(let target, _): .words("unsent-file.poll-answer", ["name": name(of: target)])
        case .pollEnd(let target): .words("unsent-file.poll-end", ["name": name(of: target)])
        }
    }

    private static func name(of target: OutboxLine.Target) -> String {
        switch target {
        case .event(let id): oneLine(id)
        case .line: .words("unsent-file.line-above")
        }
    }

    private static func state(of line: OutboxLine) -> String {
        switch line.state {
        case .failed(let reason): .words("unsent-file.refused", ["text": oneLine(reason.text)])
        case .queued where line.mayHaveLeft: .words("unsent-file.may-have-been-sent")
        case .queued, .sent: .words("unsent-file.not-sent")
        }
    }

    /// Forwarded messages contain text of other people, so all text is sanitized for the terminal that shows the
    /// file.
    private static func sanitized(_ text: String) -> String { DisplayText(sanitizingLines: text).string + "\n" }

    private static func oneLine(_ text: String) -> String { DisplayText(sanitizing: text).string }

    private static func time(_ time: Int64) -> String {
        let parts = TimeText.parts(of: time)
        return TimeText.iso(parts) + " " + TimeText(now: time, usesTwelveHours: false).clock(time)
    }
}

extension OutboxLine.Purpose {
    fileprivate var saysWords: Bool {
        switch self {
        case .message, .edit: true
        case .reaction, .redaction, .pollAnswer, .pollEnd: false
        }
    }
}
