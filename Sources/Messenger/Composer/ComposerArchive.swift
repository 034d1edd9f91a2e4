import Conversations
import Engine
import Storage

/// Stores drafts, and reads the user's sent lines.
@MainActor
package struct ComposerArchive {
    let disk: DiskQueue
    let drafts: DraftStore
    let messages: MessageStore

    /// - Parameter place: the place as ``Draft/place(chatID:threadID:)`` names it.
    package func saveDraft(_ text: String, at place: String?) {
        guard let place else { return }
        disk.attempt { [drafts] in try await drafts.set(chatID: place, text: text) }
    }

    /// Answers with ``ComposerEvent/recalled(_:)``: the user's lines before a position, newest first.
    func readOwnLines(of userID: String, chatID: String, before position: Int64, limit: Int = 20) {
        disk.ask(nil) { [messages] () -> [PlacedMessage]? in
            try messages.messages(by: userID, chatID: chatID, before: position, limit: limit)
        } then: { found -> ComposerEvent? in
            guard let found else { return nil }
            let lines = found.map { ComposedLine.typed($0.message.body, isEmote: $0.message.kind == .emote) }
            let next = found.count < limit ? nil : found.last?.position
            return ComposerEvent.recalled(OwnLinePage(chatID: chatID, before: position, lines: lines, next: next))
        }
    }
}
