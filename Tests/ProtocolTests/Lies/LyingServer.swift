import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine

/// A server that lies to ana if a test says so, and tells bo the truth. The two are in an encrypted chat.
struct LyingServer: Sendable {
    let server: TestServer
    /// The proxy between ana and the server.
    let proxy: FaultProxy
    let ana: Device
    let bo: Device

    /// The text that no request may ever contain.
    static let secret = "the key is under"

    static func run(_ body: @escaping @Sendable (LyingServer) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            proxy.watch(for: secret)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            let bo = try await Person.register("bo", on: server)
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            let lying = LyingServer(server: server, proxy: proxy, ana: devices[0], bo: devices[1])
            try await body(lying)
            #expect(proxy.betrayals.isEmpty)
            #expect(try await !lying.bo.onServer().contains { $0.contains(secret) })
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    /// Changes all responses of a kind to ana from now on.
    func lie(at place: FaultPlace, _ change: @escaping @Sendable (JSONValue) -> JSONValue) {
        proxy.meet(
            place,
            with: .change { body in (try? JSONValue(parsing: body)).map { Array(change($0).serialized) } ?? body },
            times: .max)
    }

    /// Returns another user to whom the server lies, in no chat.
    func newPerson(_ name: String) async throws -> Device {
        let person = try await Person.register(name, on: server, at: .url(proxy.address))
        let device = try Device(person, chatID: "!none:localhost", sealedWith: SealingKey())
        try await device.comeOnline()
        return device
    }

    /// Returns another device of ana's, to which the server lies as well.
    func newDeviceOfAna() async throws -> Device {
        let person = try await ana.person.logInAgain(on: server)
        await person.client.shutdown()
        let device = try Device(
            person.again(at: .url(proxy.address)), chatID: ana.chatID, sealedWith: SealingKey())
        try await device.comeOnline()
        return device
    }

    /// Returns another device of bo's, with its keys on the server.
    func newDeviceOfBo() async throws -> Device {
        let person = try await bo.person.logInAgain(on: server)
        let device = try Device(person, chatID: bo.chatID, sealedWith: SealingKey())
        try await device.comeOnline()
        return device
    }
}

extension Device {
    /// Tries once to send the outbox, including lines that were refused before.
    func tryToSend() async throws {
        let carrier = OutboxSender(
            client: person.client, outbox: database.outbox, encryption: encryption, deviceID: person.session.deviceID)
        for line in try database.outbox.all() {
            if case .sent = line.state { continue }
            _ = try await database.outbox.retry(id: line.id)
            switch await carrier.send(line.id, now: 1, left: { _ in }) {
            case .sent(let eventID): try await database.outbox.setState(id: line.id, .sent(eventID: eventID))
            case .refused(let reason): try await database.outbox.setState(id: line.id, .failed(reason: reason))
            default: return
            }
        }
    }
}
