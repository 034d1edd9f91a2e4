import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests a server that drops the requested encryption of a new chat.
@Suite(.timeLimit(.minutes(5))) struct DroppedEncryptionTests {
    enum Creation: CaseIterable {
        /// The response names the chat.
        case answered
        /// The response was lost, as in a crash.
        case lost
    }

    /// Runs the body with ana's and bo's devices in a chat that ana asked to encrypt, and that her server created
    /// unencrypted.
    private static func run(
        _ creation: Creation, _ body: @escaping @Sendable (_ ana: Device, _ bo: Device) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let database = try ProfileDatabase.inMemory()
            let promise = try await database.chats.beginCreation(by: ana.userID, inviting: [bo.userID], now: 1)
            let chatID = try await ana.makeRoom(with: bo)
            if creation == .answered { _ = try await database.chats.endCreation(promise, chatID: chatID) }
            let device = try Device(ana, chatID: chatID, sealedWith: SealingKey(), database: database)
            let other = try Device(bo, chatID: chatID, sealedWith: SealingKey())
            for device in [device, other] { try await device.comeOnline() }
            try await body(device, other)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    private func isWaiting(_ ana: Device) throws -> Bool {
        try ana.database.outbox.all().map(\.state) == [.failed(reason: .encryptionMissing)]
    }

    private func said(to bo: Device) async throws -> [String] {
        try await bo.onServer().filter { $0.contains("m.room.message") || $0.contains("m.room.encrypted") }
    }

    @Test(arguments: Creation.allCases) func linesWaitForTheEncryptionState(creation: Creation) async throws {
        try await Self.run(creation) { ana, bo in
            #expect(try ana.database.chats.chat(id: ana.chatID)?.isEncrypted == true)
            try await ana.say("the key is under the mat")
            try await ana.send()
            #expect(try isWaiting(ana))
            #expect(try await said(to: bo).isEmpty)
            // After the second request, the state is there.
            _ = try await ana.person.client.setState(
                roomID: ana.chatID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
            let lines = try await ana.database.outbox.retryLinesWithoutEncryption(
                chatID: ana.chatID, isDecided: false)
            #expect(lines.count == 1)
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["the key is under the mat"])
            let texts = try await said(to: bo)
            #expect(texts.count == 1 && texts.allSatisfy { $0.contains("m.room.encrypted") })
        }
    }

    @Test func userMaySendEncryptedWithoutTheState() async throws {
        try await Self.run(.answered) { ana, bo in
            try await ana.say("the key is under the mat")
            try await ana.send()
            // A retry doesn't count as a decision.
            let undecided = try await ana.database.outbox.retryLinesWithoutEncryption(
                chatID: ana.chatID, isDecided: false)
            #expect(undecided.count == 1)
            try await ana.send()
            #expect(try isWaiting(ana))
            _ = try await ana.database.outbox.retryLinesWithoutEncryption(chatID: ana.chatID, isDecided: true)
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["the key is under the mat"])
            let texts = try await said(to: bo)
            #expect(texts.count == 1 && texts.allSatisfy { $0.contains("m.room.encrypted") })
        }
    }

    /// The server confirms the state, and doesn't store it.
    @Test func unstoredEncryptionStateBlocksLines() async throws {
        try await Device.withTwo { ana, bo in
            let ana = try ana.encrypting()
            _ = try await ana.database.chats.encrypt(ana.chatID)
            try await ana.say("the key is under the mat")
            try await ana.send()
            #expect(try isWaiting(ana))
            #expect(try await said(to: bo).isEmpty)
        }
    }

    /// A request to encrypt an existing chat, without a usable response.
    enum UnansweredRequest: CaseIterable {
        case held, responseLost, requestLost, limited

        var fault: Fault {
            switch self {
            case .held: .hold
            case .responseLost: .loseAnswer
            case .requestLost: .loseRequest
            case .limited: .limited(for: 1)
            }
        }

        /// Whether the server has stored the encryption.
        var isStored: Bool { self == .held || self == .responseLost }
    }

    /// Runs the body with ana's and bo's devices in an unencrypted chat, and a proxy before ana's server.
    private static func runInClear(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device, _ proxy: FaultProxy) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            let bo = try await Person.register("bo", on: server)
            let chatID = try await ana.makeRoom(with: bo)
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await body(devices[0], devices[1], proxy)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    @Test(arguments: UnansweredRequest.allCases)
    func noLineIsSentInClearOnceEncryptionIsRequested(request: UnansweredRequest) async throws {
        try await Self.runInClear { ana, bo, proxy in
            let rule = proxy.meet(.setState, with: request.fault, times: 100)
            let details = await OpenDetails(ana)
            await details.encrypt()
            try await proxy.waitForFaults(by: rule)
            if request != .held { await details.finish() }
            #expect(try ana.database.chats.chat(id: ana.chatID)?.isEncrypted == true)
            try await ana.say("the key is under the mat")
            try await ana.send()
            #expect(try isWaiting(ana) == !request.isStored)
            let texts = try await said(to: bo)
            #expect(texts.count == (request.isStored ? 1 : 0))
            #expect(texts.allSatisfy { $0.contains("m.room.encrypted") })
            proxy.mend()
            await details.finish()
        }
    }

    @Test func refusedEncryptionIsForgotten() async throws {
        try await Self.runInClear { ana, bo, proxy in
            let rule = proxy.meet(.setState, with: .refusal("no"))
            let details = await OpenDetails(ana)
            await details.encrypt()
            await details.finish()
            #expect(proxy.count(of: rule) == 1)
            #expect(try ana.database.chats.chat(id: ana.chatID)?.isEncrypted == false)
            try await ana.say("tea?")
            try await ana.send()
            let texts = try await said(to: bo)
            #expect(texts.count == 1 && texts.allSatisfy { $0.contains("tea?") })
            // The user asks again.
            await details.encrypt()
            await details.finish()
            #expect(try ana.database.chats.chat(id: ana.chatID)?.isEncrypted == true)
        }
    }
}

/// The details of a device's chat without a screen. Their events are not delivered.
@MainActor
private final class OpenDetails {
    private let tasks: TaskSet
    private let endpoint: ChatDetailsEndpoint
    private let chatID: String

    init(_ device: Device) {
        chatID = device.chatID
        let parts = device.endpointParts
        tasks = parts.tasks
        endpoint = ChatDetailsEndpoint(parts)
    }

    func encrypt() { endpoint.perform(.encryption, in: chatID) }

    /// Waits until all requests have ended.
    func finish() async {
        while !tasks.isIdle { await Task.yield() }
    }
}

extension Device {
    /// Returns the same device with encryption.
    fileprivate func encrypting() throws -> Device {
        try Device(person, chatID: chatID, sealedWith: SealingKey(), database: database)
    }
}
