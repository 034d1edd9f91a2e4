import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Testing

@testable import Messenger

extension Device {
    /// Has its keys on the server and knows what the server has.
    func comeOnline() async throws {
        let (userID, deviceID) = (person.userID, person.session.deviceID)
        while try await person.client.queryKeys(of: [userID]).deviceKeys[userID]?[deviceID] == nil {
            await encryption?.uploadKeys()
            await Task.yield()
        }
        try await receive()
    }

    /// The same after a new start of the program.
    func reopened(sealedWith key: SealingKey?) throws -> Device {
        try Device(person, chatID: chatID, sealedWith: key, database: database)
    }

    @discardableResult
    func reply(_ body: String, to words: String) async throws -> String {
        guard case .event(let eventID) = try eventID(words) else { return "" }
        let line = OutboxLine.reply(to: eventID, body: NamedText(body), isEmote: false, chatID: chatID, now: 1)
        try await database.outbox.accept(line, clearsDraft: false)
        return line.id
    }

    /// How what was said came; `nil` for what was read.
    func encryptions() throws -> [MessageEncryption?] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        return window.messages.map(\.message).filter { $0.kind.countsAsUnread }.map { message in
            if case .opened = message.encryption { nil } else { message.encryption }
        }
    }

    /// What the server has of the chat, as texts.
    func onServer() async throws -> [String] {
        try await person.client.messages(roomID: chatID, from: nil, limit: 200).chunk.map(\.source.serializedText)
    }

    /// The sessions of what was said.
    func sessions() async throws -> Set<String> {
        let events = try await person.client.messages(roomID: chatID, from: nil, limit: 200).chunk
        return Set(events.compactMap { $0.content["session_id"]?.string })
    }
}
