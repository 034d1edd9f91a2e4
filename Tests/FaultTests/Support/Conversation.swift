import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// A chat of ana and bo on a server that can be killed.
final class Conversation {
    let server: ServerProcess
    let ana: Person
    let bo: Person
    let roomID: String
    /// Whether the chats are encrypted.
    let isEncrypted: Bool
    private let network: FaultProxy?

    /// - Parameters:
    ///   - isOpen: Whether both people have the program open.
    ///   - hasProxy: Whether ana reaches the server through a proxy that can inject faults.
    ///   - certificate: The proxy's certificate, if it uses TLS.
    ///   - tokenLifetime: The lifetime of tokens in seconds. `nil` stands for tokens that never expire.
    ///   - isEncrypted: Whether the chats are encrypted from the first line on.
    ///   - environment: The environment of all programs, besides the common variables.
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

    /// Opens the program for both people, so that they can read lines from now on.
    func openBoth() async throws {
        for person in [ana, bo] { try await person.openOnline() }
        try await waitForKeys()
    }

    /// The proxy between ana and the server.
    var proxy: FaultProxy {
        get throws {
            guard let network else { throw ScreenFailure.notSeen("a proxy", screen: "this conversation has none") }
            return network
        }
    }

    /// Ends the processes that still run with `SIGQUIT`, so that the runtime writes a backtrace of each thread into
    /// the sandboxes.
    func tellWhereAllStand() async {
        // A process that has ended has nothing to report.
        _ = try? await server.end(by: SIGQUIT)
        for person in [ana, bo] { _ = try? await person.end(by: SIGQUIT) }
    }

    /// Returns ana's lines on the server, oldest first, duplicates included.
    func linesOnServer() async throws -> [String] {
        try await linesOnServer(of: ana)
    }

    /// Returns a person's lines on the server, oldest first, duplicates included.
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

    /// Expects each line once and in order: for ana, for bo, and on the server.
    func expectEverywhere(_ lines: [String]) async throws {
        try await ana.waitToSee(lines)
        try await ana.waitUntilAllIsSent()
        try await bo.waitToSee(lines)
        try await expectOnServer([(ana, lines)])
        // A duplicate would arrive late.
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
