import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Testing

@testable import Engine
@testable import Messenger

extension Device {
    /// Uploads the device's keys, and syncs the server's state.
    func comeOnline() async throws {
        let (userID, deviceID) = (person.userID, person.session.deviceID)
        while try await person.client.queryKeys(of: [userID]).deviceKeys[userID]?[deviceID] == nil {
            await encryption?.uploadKeys()
            await Task.yield()
        }
        try await receive()
    }

    /// Returns the same device after a restart of the program.
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

    /// Returns the encryption state of each message. `nil` stands for a decrypted one.
    func encryptions() throws -> [MessageEncryption?] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        return window.messages.map(\.message).filter { $0.kind.countsAsUnread }.map { message in
            if case .opened = message.encryption { nil } else { message.encryption }
        }
    }

    /// Returns the events of the chat on the server as text.
    func onServer() async throws -> [String] {
        try await person.client.messages(roomID: chatID, from: nil, limit: 200).chunk.map(\.source.serializedText)
    }

    /// Returns the sessions of the chat's messages.
    func sessions() async throws -> Set<String> {
        let events = try await person.client.messages(roomID: chatID, from: nil, limit: 200).chunk
        return Set(events.compactMap { $0.content["session_id"]?.string })
    }
}
