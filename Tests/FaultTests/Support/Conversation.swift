import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Ana and bo in a chat of their own, on a server that can be killed.
final class Conversation {
    let server: ServerProcess
    let ana: Person
    let bo: Person
    let roomID: String
    /// Whether the server can't read the chats.
    let isEncrypted: Bool
    private let network: FaultProxy?

    /// - Parameters:
    ///   - isOpen: whether both sit in front of the program.
    ///   - hasProxy: whether ana reaches the server by a network that a test can break.
    ///   - certificate: what the network shows, where it is one with encryption.
    ///   - tokenLifetime: for how many seconds their tokens last; `nil`: for ever.
    ///   - isEncrypted: whether the chats are so from the first line on.
    ///   - environment: of all programs, beside what every one has.
    init(
        isOpen: Bool = true, hasProxy: Bool = false, certificate: Certificates.Identity? = nil,
        tokenLifetime: Int? = nil, isEncrypted: Bool = false, environment: [String: String] = [:]
    ) async throws {
        self.isEncrypted = isEncrypted
        server = try await ServerProcess(tokenLifetime: tokenLifetime, environment: environment)
        network = hasProxy ? try await FaultProxy(to: server.address, as: certificate) : nil
        ana = try await Person("ana", on: server, through: network, environment: environment)
        bo = try await Person("bo", on: server, environment: environment)
        roomID = try await ana.client.createRoom(
            CreateRoomRequest(invites: [bo.userID], isDirect: true, isEncrypted: isEncrypted))
        _ = try await bo.client.join(roomIDOrAlias: roomID)
        guard isOpen else { return }
        try await openBoth()
    }

    /// Both sit in front of the program, and can read what is said from now on.
    func openBoth() async throws {
        for person in [ana, bo] { try await person.openOnline() }
        try await waitForKeys()
    }

    /// The network between ana and the server.
    var proxy: FaultProxy {
        get throws {
            guard let network else { throw ScreenFailure.notSeen("a proxy", screen: "this conversation has none") }
            return network
        }
    }

    /// Ends what still runs, so that the runtime writes into the sandboxes where each of its threads stood.
    func tellWhereAllStand() async {
        // What runs no more has nothing to tell.
        _ = try? await server.end(by: SIGQUIT)
        for person in [ana, bo] { _ = try? await person.end(by: SIGQUIT) }
    }

    /// What the server has of ana's, oldest first, doubles included.
    func linesOnServer() async throws -> [String] {
        try await linesOnServer(of: ana)
    }

    /// What the server has of somebody's, oldest first, doubles included.
    func linesOnServer(of person: Person, in chat: String? = nil) async throws -> [String] {
        var newestFirst: [String] = []
        var token: String?
        repeat {
            let page = try await bo.client.messages(roomID: chat ?? roomID, from: token, limit: 100)
            newestFirst += page.chunk.filter { event in
                event.sender == person.userID && event.type == "m.room.message"
                    && event.content["m.relates_to"]?["rel_type"]?.string != "m.replace"
            }.compactMap { $0.content["body"]?.string }
            token = page.end
        } while token != nil
        return newestFirst.reversed()
    }

    /// Each line once and in order: at ana's, at bo's, and on the server.
    func expectEverywhere(_ lines: [String]) async throws {
        try await ana.waitToSee(lines)
        try await ana.waitUntilAllIsSent()
        try await bo.waitToSee(lines)
        try await expectOnServer([(ana, lines)])
        // What came doubled would come late.
        #expect(try ana.screen.screen.numberedLines == lines)
        #expect(try bo.screen.screen.numberedLines == lines)
    }

    /// `n001` to `n010` for 1...10.
    static func lines(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map(line)
    }

    static func line(_ number: Int) -> String {
        let digits = String(number)
        return "n" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
