import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Tests the read markers that ana's program sends, on a screen that shows few of the missed messages.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ReadMarkerTests {
    @Test(arguments: [13, 1_635])
    func readMarkersFollowOnlyVisibleMessages(count: Int) async throws {
        let story = try await Missed(through: nil)
        try await story.say(1...count)
        try story.ana.open()
        let screen = story.ana.screen
        // The chat opened automatically, and missed messages were fetched up to the first unread one.
        try await screen.waitFor("line 0001")
        try await story.ana.screen.waitUntil("the end of fetching") { !$0.contains("fetching") }
        #expect(try await story.marks() == [nil, nil])

        // The first key shows that the user is present.
        try await story.ana.settle()
        try await story.waitForMarks(at: screen.screen.lastLine)
        for _ in 0..<3 {
            screen.send(.pageDown)
            try await story.ana.settle()
            try await story.waitForMarks(at: screen.screen.lastLine)
        }
        let last = Missed.line(count)
        if count > 100 { #expect(screen.screen.lastLine < last) }
        screen.send(.meta(">"))
        try await screen.waitFor(last)
        try await story.waitForMarks(at: last)
    }

    @Test func messagesMissedOfflineAreReadFromTheFirstUnread() async throws {
        let story = try await Missed(through: .proxy)
        let (screen, proxy) = (story.ana.screen, try story.proxy)
        try await story.say(1...3)
        try await screen.waitFor("line 0003")
        try await story.ana.settle()
        try await story.waitForMarks(at: Missed.line(3))

        proxy.meet(.anything, with: .badGateway, times: 10_000)
        proxy.cut()
        try await screen.waitUntil("that the server is gone") { !$0.contains(" online") }
        // The line will stand after all missed messages.
        try await story.ana.say("written offline")
        try await screen.waitFor("written offline", endingIn: "unsent")
        try await story.say(4...503)
        proxy.mend()
        try await screen.waitFor(" online")
        try await screen.waitFor("written offline", endingIn: "sent")
        try await screen.waitFor(Missed.line(503))
        try await screen.waitUntil("the way to the first unread") { $0.contains("unread") && !$0.contains("fetching") }
        try await story.ana.settle()
        #expect(try await story.marks() == [Missed.line(3), Missed.line(3)])

        screen.send(.meta("l"))
        try await screen.waitFor("── new ──")
        try await screen.waitFor(Missed.line(4))
        try await story.ana.settle()
        try await story.waitForMarks(at: screen.screen.lastLine)
        #expect(screen.screen.lastLine < Missed.line(100))
    }
}

/// A chat in which bo sends many lines to ana, whose screen is open or will be.
private final class Missed {
    enum Way { case proxy }

    let ana: PersonAtScreen
    private let server: TeamServer
    private let network: FaultProxy?
    private let bo: HomeserverClient
    /// A client of ana's account on another device.
    private let other: HomeserverClient
    private let roomID: String

    /// - Parameter way: The way in which ana's open program reaches the server. `nil` if it isn't open yet.
    init(through way: Way?) async throws {
        server = try await TeamServer(writeRate: 100)
        network = way == nil ? nil : try await FaultProxy(to: server.address)
        ana = try PersonAtScreen("ana")
        try await ana.logIn(at: network?.address ?? server.address, ["--register"])
        (bo, other) = (Self.client(server), Self.client(server))
        _ = try await bo.register(username: "bo", password: "a password of bo", deviceName: "elsewhere")
        _ = try await other.login(user: "ana", password: "a password of ana", deviceName: "elsewhere")
        roomID = try await bo.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], isDirect: true))
        _ = try await other.join(roomIDOrAlias: roomID)
        guard way != nil else { return }
        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.screen.waitFor("write a message")
    }

    var proxy: FaultProxy {
        get throws { try #require(network) }
    }

    static func line(_ number: Int) -> String { "line " + String(10_000 + number).dropFirst() }

    func say(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers {
            _ = try await bo.send(
                roomID: roomID, type: "m.room.message", transactionID: "t\(number)",
                content: ["msgtype": "m.text", "body": .string(Self.line(number))])
        }
    }

    /// Returns the lines at which `m.read` and `m.fully_read` are on the server, or `nil` if there is none.
    func marks() async throws -> [String?] {
        let room = try await other.sync(since: nil, timeoutMilliseconds: 0).joined[roomID]
        let receipts = room?.ephemeral.first { $0.type == "m.receipt" }?.content.object ?? [:]
        let read = receipts.first { $0.value["m.read"]?["@ana:localhost"] != nil }?.key
        let fully = room?.accountData.first { $0.type == "m.fully_read" }?.content["event_id"]?.string
        var lines: [String?] = []
        for eventID in [read, fully] {
            guard let eventID else {
                lines.append(nil)
                continue
            }
            let context = try await other.context(roomID: roomID, eventID: eventID, limit: 0)
            lines.append(context.event.content["body"]?.string ?? eventID)
        }
        return lines
    }

    func waitForMarks(at line: String) async throws {
        while true {
            let marks = try await self.marks()
            if marks == [line, line] { return }
            guard await Pause.milliseconds(100) else {
                throw ScreenFailure.notSeen("the marks at “\(line)”, they stand at \(marks)", screen: ana.screen.text)
            }
        }
    }

    private static func client(_ server: TeamServer) -> HomeserverClient {
        HomeserverClient(homeserver: .url(server.address))
    }
}

extension ScreenEmulator {
    /// The last of bo's lines on screen, as in `line 0012`.
    fileprivate var lastLine: String {
        rows.flatMap { row in row.matches(of: /line [0-9]{4}/).map { String($0.output) } }.last ?? ""
    }
}
