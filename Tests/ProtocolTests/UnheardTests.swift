import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine

/// Tests messages of a user who was ignored for a while, with a real server.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnheardTests {
    @Test func messagesSentWhileIgnoredReturnInOrder() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let kim = try await Person.register("kim", on: server)
            let device = try Device(ana, chatID: try await ana.makeRoom(with: bo, kim))
            try await device.receive()
            try await Self.say(["bo: before"], bo, kim, device)
            try await Self.ignore([bo.userID], at: device)
            try await Self.say(["bo: 1", "kim: 2", "bo: 3", "bo: 4", "kim: 5", "bo: 6"], bo, kim, device)
            #expect(try device.screen() == ["before", "2", "5"])

            try await Self.ignore([], at: device)
            _ = try await kim.say("7", in: device.chatID)
            try await device.receive()
            for _ in 1...2 {
                try await Self.hear(device)
                #expect(try device.screen() == ["before", "1", "2", "3", "4", "5", "6", "7"])
                #expect(try await device.database.unheard.parts().isEmpty)
            }
            for person in [ana, bo, kim] { await person.client.shutdown() }
        }
    }

    /// The messages fill more than a page, and none of them is known.
    @Test func longIgnoredHistoryReturnsInOrderAfterAKill() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let device = try Device(ana, chatID: try await ana.makeRoom(with: bo))
            try await Self.say(["bo: before"], bo, bo, device)
            try await Self.ignore([bo.userID], at: device)
            let words = (1...130).map { "\($0)" }
            try await Self.say(words.map { "bo: \($0)" }, bo, bo, device)
            try await Self.ignore([], at: device)
            try await Self.say(["bo: after"], bo, bo, device)
            let first = try await device.database.unheard.parts()
            let page = try await HistoryPage.page(
                from: try await device.database.sync.tokenAside(), chatID: device.chatID, ana.client)
            // The response to the first page is on disk, and arrives again.
            for _ in 1...2 {
                _ = try await device.database.unheard.store(
                    try #require(first.first), page.messages(DecryptedEvents(), chatID: device.chatID), members: [],
                    nextToken: page.nextToken)
            }
            #expect(try await device.database.unheard.parts().first?.nextEventID != nil)

            try await Self.hear(device)
            let window = try device.database.messages.window(chatID: device.chatID, endingAtLatest: 1_000)
            let said = window.messages.map(\.message).filter { $0.kind.countsAsUnread }.map(\.body)
            #expect(said == ["before"] + words + ["after"])
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    private static func hear(_ device: Device) async throws {
        try await MissedHistoryEndpoint(device.endpointParts).fetchAll()
    }

    private static func ignore(_ userIDs: [String], at device: Device) async throws {
        try await device.person.client.setAccountData(
            userID: device.person.userID, type: AccountSettings.ignoredType,
            content: ["ignored_users": .object(.init(uniqueKeysWithValues: userIDs.map { ($0, .emptyObject) }))])
        try await device.receive()
    }

    /// - Parameter lines: The lines, each with its sender.
    private static func say(_ lines: [String], _ bo: Person, _ kim: Person, _ device: Device) async throws {
        for line in lines {
            let words = line.split(separator: ": ").map(String.init)
            _ = try await (words[0] == "bo" ? bo : kim).say(words[1], in: device.chatID)
        }
        try await device.receive()
    }
}
