import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Pictures
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// A user's device with its database, which sends and receives when the test says so.
struct Device: Sendable {
    let person: Person
    let database: ProfileDatabase
    let chatID: String
    let time = DeviceTime()
    /// The key that encrypts the device's keys.
    private(set) var sealingKey: SealingKey?
    /// The encryption endpoint. `nil` for a device without encryption.
    private(set) var encryption: EncryptionEndpoint?

    init(_ person: Person, chatID: String, database: ProfileDatabase? = nil) throws {
        self.person = person
        self.chatID = chatID
        self.database = try database ?? ProfileDatabase.inMemory()
    }

    /// Creates a device with encryption.
    ///
    /// - Parameters:
    ///   - key: The key that encrypts its keys. `nil` if that key is unavailable.
    ///   - database: The database of an earlier run.
    init(_ person: Person, chatID: String, sealedWith key: SealingKey?, database: ProfileDatabase? = nil) throws {
        try self.init(person, chatID: chatID, database: database)
        sealingKey = key
        let time = time
        encryption = EncryptionEndpoint(
            client: person.client, store: self.database.encryption, userID: person.userID,
            now: { time.now.withLock { $0 } },
            provideKey: { key })
        encryption?.begin(deviceID: person.session.deviceID)
    }

    @discardableResult
    func say(_ body: String) async throws -> String {
        try await accept(.message(NamedText(body), isEmote: false, chatID: chatID, now: 1))
    }

    @discardableResult
    func edit(_ target: OutboxLine.Target, _ body: String) async throws -> String {
        try await accept(.edit(of: target, body: NamedText(body), isEmote: false, chatID: chatID, now: 1))
    }

    @discardableResult
    func react(_ key: String, to target: OutboxLine.Target) async throws -> String {
        try await accept(.reaction(to: target, key: key, chatID: chatID, now: 1))
    }

    @discardableResult
    func remove(_ target: OutboxLine.Target, reason: String = "") async throws -> String {
        try await accept(.redaction(of: target, reason: reason, chatID: chatID, now: 1))
    }

    /// Sends the outbox in its order.
    ///
    /// - Parameters:
    ///   - isKilled: Whether the program ends each time before the response is on disk, and continues later.
    ///   - pictures: The process that makes thumbnails of large pictures.
    ///   - media: The cache that keeps sent pictures.
    func send(isKilled: Bool = false, pictures: PictureProcess? = nil, media: MediaCache? = nil) async throws {
        var carrier = OutboxSender(
            client: person.client, outbox: database.outbox, encryption: encryption, deviceID: person.session.deviceID)
        carrier.pictures = pictures
        carrier.media = media
        for line in try database.outbox.all() where line.state == .queued {
            for _ in 0..<(isKilled ? 2 : 0) { _ = await carrier.send(line.id, now: 1) { _ in } }
            switch await carrier.send(line.id, now: 1, left: { _ in }) {
            case .sent(let eventID): try await database.outbox.setState(id: line.id, .sent(eventID: eventID))
            case .refused(let reason): try await database.outbox.setState(id: line.id, .failed(reason: reason))
            case .failedForNow, .unanswered, .chatUnknown, .heldBack, .withdrawn, .lockedOut, .accepted:
                Issue.record("\(line.body) did not go")
            }
        }
    }

    func receive() async throws {
        let response = try await person.sync(since: try database.sync.token())
        let opened = try await encryption?.process([response]) ?? DecryptedEvents()
        try await keep(response, opened)
        _ = try await encryption?.openArrived()
    }

    func keep(_ response: SyncResponse, _ opened: DecryptedEvents) async throws {
        for slice in SyncTranslator(userID: person.userID).slices(of: response, opened, now: 1) {
            _ = try await database.sync.apply(slice)
        }
    }

    /// Returns the messages as a user reads them: the text, the quoted message, and the reactions with their counts.
    func screen() throws -> [String] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        return window.messages.map(\.message).filter { $0.kind.countsAsUnread }.map(words)
    }

    func eventID(_ body: String) throws -> OutboxLine.Target {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        let message = window.messages.map(\.message).first { $0.body == body && $0.kind.countsAsUnread }
        return .event(try #require(message?.eventID))
    }

    func ownReaction(_ key: String, on body: String) throws -> OutboxLine.Target {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        let message = window.messages.map(\.message).first { $0.body == body }
        let reaction = message?.reactions.first { $0.key == key }
        return .event(try #require(reaction?.eventID(of: person.userID)))
    }

    private func words(_ message: Message) -> String {
        if message.isRemoved { return "-" }
        let signs = message.reactions.map { "\($0.key)\($0.count)" }
        let quoted = message.quoted.map { "“\($0.isRemoved ? "-" : $0.body)” " } ?? ""
        return quoted + message.body + (message.isEdited ? "*" : "") + signs.map { " " + $0 }.joined()
    }

    private func accept(_ line: OutboxLine) async throws -> String {
        try await database.outbox.accept(line, clearsDraft: false)
        return line.id
    }
}

extension Device {
    /// Runs the body with ana's and bo's devices in a direct chat, on a server that lives for the test.
    static func withTwo(_ body: @escaping @Sendable (Device, Device) async throws -> Void) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server, at: await server.tcpHomeserver)
            let chatID = try await ana.makeRoom(with: bo)
            let devices = (try Device(ana, chatID: chatID), try Device(bo, chatID: chatID))
            // Nothing is sent to a chat that is still unknown.
            try await devices.0.receive()
            try await devices.1.receive()
            try await body(devices.0, devices.1)
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }
}

extension Device {
    /// The dependencies of a single endpoint, without a router that receives its events.
    @MainActor var endpointParts: EndpointParts {
        EndpointParts(
            account: Account(userID: person.userID, displayName: nil, deviceID: person.session.deviceID),
            database: database, client: person.client, encryption: encryption,
            environment: SessionEnvironment.real(now: { [time] in time.now.withLock { $0 } }).engine,
            queue: EventQueue(), tasks: TaskSet())
    }
}

/// A device's clock, in milliseconds since 1970.
final class DeviceTime: Sendable {
    let now = Mutex<Int64>(1_700_000_000_000)
}
