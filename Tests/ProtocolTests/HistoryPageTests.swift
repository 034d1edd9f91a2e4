import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine

/// Tests the history before a sync's short timeline, with a real server.
@Suite(.timeLimit(.minutes(5))) struct HistoryPageTests {
    private static let lastLineAlone = """
        {"room":{"state":{"lazy_load_members":true},"timeline":{"limit":1}}}
        """

    @Test func senderOfOldMessageHasADisplayName() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let kim = try await Person.register("kim", on: server)
            try await kim.client.setDisplayName("Kim of the hills", userID: kim.userID)
            let device = try Device(ana, chatID: try await ana.makeRoom(with: bo, kim))
            _ = try await kim.say("long ago", in: device.chatID)
            _ = try await bo.say("now", in: device.chatID)
            try await Self.receiveLastLine(device)
            #expect(try Self.name(of: kim, at: device) == nil)

            try await Self.fill(device)
            #expect(try Self.name(of: kim, at: device) == "Kim of the hills")
            #expect(try device.screen() == ["long ago", "now"])
            for person in [ana, bo, kim] { await person.client.shutdown() }
        }
    }

    @Test func gapWithExpiredTokenIsFilledFromNeighborMessage() async throws {
        try await Device.withTwo { ana, bo in
            for number in 1...7 { _ = try await bo.person.say("\(number)", in: bo.chatID) }
            try await Self.receiveLastLine(ana)
            let gap = try #require(try Self.gap(of: ana))
            _ = try await ana.database.messages.fillGap(
                chatID: ana.chatID, gap: gap, with: [], nextToken: "a token of another time")

            try await Self.fill(ana)
            #expect(try ana.screen() == (1...7).map { "\($0)" })
            #expect(try Self.gap(of: ana) == nil)
        }
    }

    @Test func islandAroundAnOldMessageGrowsInBothDirections() async throws {
        try await Device.withTwo { ana, bo in
            var events: [String] = []
            for number in 0..<230 { events.append(try await bo.person.say("\(number)", in: bo.chatID)) }
            try await Self.receiveLastLine(ana)
            let (client, chatID, messages) = (ana.person.client, ana.chatID, ana.database.messages)
            let page = try await HistoryPage.around(events[100], chatID: chatID, client)
            let island = TimelineIsland(
                messages: page.messages(DecryptedEvents(), chatID: chatID).reversed(), around: events[100],
                olderToken: page.nextToken, newerToken: page.newerToken)
            #expect(try await messages.store(island, chatID: chatID, members: page.members).isHere)
            #expect(try Self.lines(ana) == (50...150).map { "\($0)" } + ["229"])
            let gap = try #require(try Self.gap(of: ana))
            let next = try await HistoryPage.after(try #require(gap.onward), chatID: chatID, client)
            _ = try await messages.fillOnward(
                chatID: chatID, gap: gap, with: next.messages(DecryptedEvents(), chatID: chatID).reversed(),
                nextToken: next.newerToken)
            #expect(try Self.lines(ana) == (50...229).map { "\($0)" })
            try await Self.fill(ana)
            #expect(try Self.lines(ana) == (0...229).map { "\($0)" })
        }
    }

    private static func lines(_ device: Device) throws -> [String] {
        try device.database.messages.window(chatID: device.chatID, endingAtLatest: 1_000).messages
            .filter { $0.message.kind == .text }.map(\.message.body)
    }

    private static func receiveLastLine(_ device: Device) async throws {
        let response = try await device.person.client.sync(
            since: nil, filter: lastLineAlone, timeoutMilliseconds: 0)
        for slice in SyncTranslator(userID: device.person.userID).slices(of: response, now: 1) {
            _ = try await device.database.sync.apply(slice)
        }
    }

    private static func fill(_ device: Device) async throws {
        let gap = try #require(try gap(of: device))
        let messages = device.database.messages
        let page = try await HistoryPage.before(
            gap, chatID: device.chatID, neighbour: try await messages.eventID(at: gap.anchor, chatID: device.chatID),
            client: device.person.client)
        _ = try await messages.fillGap(
            chatID: device.chatID, gap: gap, with: page.messages(DecryptedEvents(), chatID: device.chatID),
            members: page.members, nextToken: page.nextToken)
    }

    private static func gap(of device: Device) throws -> TimelineGap? {
        try device.database.messages.newestGap(chatID: device.chatID, upTo: .max)
    }

    private static func name(of person: Person, at device: Device) throws -> String? {
        try device.database.chats.members(chatID: device.chatID).first { $0.userID == person.userID }?.displayName
    }
}
