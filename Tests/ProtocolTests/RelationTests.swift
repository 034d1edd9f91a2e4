import Conversations
import MatrixAPI
import MatrixClient
import Messenger
import Storage
import TestSupport
import Testing

/// Tests edits, reactions and deletions by two users, with real clients and a real server.
@Suite(.timeLimit(.minutes(5))) struct RelationTests {
    @Test func editsReactionsAndDeletionsApplyOnceForBoth() async throws {
        try await Device.withTwo { ana, bo in
            try await ana.say("tea?")
            try await ana.say("or cofee")
            try await ana.send()
            for device in [ana, bo] { try await device.receive() }
            try await ana.edit(try ana.eventID("or cofee"), "or coffee")
            try await bo.react("👍", to: try bo.eventID("tea?"))
            for device in [ana, bo] { try await device.send(isKilled: true) }
            try await ana.react("👍", to: try ana.eventID("tea?"))
            try await ana.send(isKilled: true)
            for device in [ana, bo] { try await device.receive() }
            #expect(try ana.screen() == ["tea? 👍2", "or coffee*"])
            #expect(try bo.screen() == ["tea? 👍2", "or coffee*"])
            #expect(try ana.database.outbox.all().isEmpty)

            try await bo.remove(try bo.ownReaction("👍", on: "tea?"))
            try await ana.remove(try ana.eventID("or coffee"), reason: "no coffee left")
            for device in [ana, bo] { try await device.send(isKilled: true) }
            for device in [ana, bo] { try await device.receive() }
            for device in [ana, bo] {
                #expect(try device.screen() == ["tea? 👍1", "-"])
                #expect(try device.database.outbox.all().isEmpty)
            }
            #expect(try await events(of: ana) == ["tea?", "", "* or coffee", "*redacted", "m.reaction", "*r", "*r"])
        }
    }

    @Test func changesToAnUnsentLineFollowIt() async throws {
        try await Device.withTwo { ana, bo in
            let line = try await ana.say("tee")
            try await ana.edit(.line(line), "tea")
            try await ana.react("🍵", to: .line(line))
            try await ana.send(isKilled: true)
            for device in [ana, bo] { try await device.receive() }
            #expect(try bo.screen() == ["tea* 🍵1"])
            #expect(try ana.screen() == ["tea* 🍵1"])
            #expect(try ana.database.outbox.all().isEmpty)
        }
    }

    @Test func lateReaderSeesTheSameEditsAndDeletions() async throws {
        try await Device.withTwo { ana, bo in
            for body in ["one", "two", "three"] { try await ana.say(body) }
            try await ana.send()
            try await ana.receive()
            try await ana.edit(try ana.eventID("one"), "first")
            try await ana.edit(try ana.eventID("two"), "second")
            try await ana.send()
            try await ana.receive()
            try await ana.edit(try ana.eventID("first"), "1")
            try await ana.remove(try ana.eventID("three"))
            try await ana.send()
            try await ana.receive()
            try await bo.receive()
            #expect(try ana.screen() == ["1*", "second*", "-"])
            #expect(try bo.screen() == ["1*", "second*", "-"])
        }
    }

    @Test func editsAndDeletionsByOthersAreRejected() async throws {
        try await Device.withTwo { ana, bo in
            try await ana.say("tea")
            try await ana.send()
            for device in [ana, bo] { try await device.receive() }
            try await bo.edit(try bo.eventID("tea"), "coffee")
            try await bo.remove(try bo.eventID("tea"))
            try await bo.send()
            for device in [ana, bo] { try await device.receive() }
            #expect(try ana.screen() == ["tea"])
            let refused = try bo.database.outbox.all()
            #expect(refused.count == 1)
            guard case .failed? = refused.first?.state else {
                Issue.record("the redaction was not refused")
                return
            }
        }
    }

    @Test func relationsOfAMessageAreFetched() async throws {
        try await Device.withTwo { ana, bo in
            try await ana.say("tea")
            try await ana.send()
            try await ana.receive()
            try await ana.edit(try ana.eventID("tea"), "coffee")
            try await ana.react("👍", to: try ana.eventID("tea"))
            try await ana.send()
            guard case .event(let eventID) = try ana.eventID("tea") else { return }
            let edits = try await bo.person.client.relations(
                roomID: bo.chatID, eventID: eventID, type: "m.replace", from: nil, limit: 10)
            #expect(edits.chunk.map { $0.content["m.new_content"]?["body"]?.string } == ["coffee"])
            #expect(edits.end == nil)
        }
    }

    /// Returns the server's events: the bodies of messages, and the types of other events.
    private func events(of device: Device) async throws -> [String] {
        let page = try await device.person.client.messages(roomID: device.chatID, from: nil, limit: 100)
        return page.chunk.reversed().filter { $0.stateKey == nil }.map { event in
            if event.type == "m.room.redaction" { return "*r" }
            if event.redactedBecause != nil, event.content.object?.isEmpty == true {
                return event.type == "m.reaction" ? "*redacted" : ""
            }
            return event.type == "m.room.message" ? event.content["body"]?.string ?? "" : event.type
        }
    }
}
