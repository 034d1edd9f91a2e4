import Conversations
import MatrixAPI
import Storage
import Testing

@testable import Engine

/// Tests receipts that could not be sent at once.
@Suite(.timeLimit(.minutes(5))) struct PendingReceiptTests {
    @Test func onlyTheFurthestReceiptIsSentOnce() async throws {
        try await Device.withTwo { ana, bo in
            for body in ["one", "two", "three"] { try await bo.say(body) }
            try await bo.send()
            try await ana.receive()
            for body in ["one", "two"] { try await ana.keepRead(body) }
            let carrier = OutboxSender(client: ana.person.client, outbox: ana.database.outbox)
            #expect(await carrier.carryReceipt(chatID: ana.chatID) == .accepted)
            #expect(try await ana.database.outbox.receipts().isEmpty)
            #expect(await carrier.carryReceipt(chatID: ana.chatID) == .withdrawn)

            try await bo.receive()
            let window = try bo.database.messages.window(chatID: bo.chatID, endingAtLatest: 100)
            let two = try #require(window.messages.first { $0.message.body == "two" })
            let read = try bo.database.messages.readPositions(chatID: bo.chatID)
            #expect(read[ana.person.userID] == two.position)
        }
    }

    @Test(arguments: [true, false])
    func publicReceiptIsSentOnlyIfEnabled(isShared: Bool) async throws {
        try await Device.withTwo { ana, bo in
            try await bo.say("one")
            try await bo.send()
            try await ana.receive()
            try await ana.keepRead("one")
            var carrier = OutboxSender(client: ana.person.client, outbox: ana.database.outbox)
            carrier.sharesReading = isShared
            #expect(await carrier.carryReceipt(chatID: ana.chatID) == .accepted)

            try await bo.receive()
            let line = try #require(
                try bo.database.messages.window(chatID: bo.chatID, endingAtLatest: 100).messages.last)
            let read = try bo.database.messages.readPositions(chatID: bo.chatID)[ana.person.userID]
            #expect((read == line.position) == isShared)
            try await ana.receive()
            #expect(try ana.database.chats.all().first { $0.id == ana.chatID }?.unreadCount == 0)
        }
    }

    @Test func receiptIsForTheMainTimeline() async throws {
        try await Device.withTwo { ana, bo in
            try await bo.say("one")
            try await bo.send()
            try await ana.receive()
            try await ana.keepRead("one")
            let carrier = OutboxSender(client: ana.person.client, outbox: ana.database.outbox)
            #expect(await carrier.carryReceipt(chatID: ana.chatID) == .accepted)
            let sync = try await ana.person.sync()
            let room = try #require(sync.joined[ana.chatID])
            let marks = room.ephemeral.filter { $0.type == "m.receipt" }.flatMap { event in
                event.content.namedMembers.values.compactMap { $0["m.read"]?[ana.person.userID] }
            }
            // A receipt without a thread would mark all threads as read.
            #expect(marks.map { $0["thread_id"] } == ["main"])
        }
    }

    @Test func newerReceiptWaitsForTheOneInFlight() async throws {
        try await Device.withTwo { ana, bo in
            for body in ["one", "two"] { try await bo.say(body) }
            try await bo.send()
            try await ana.receive()
            try await ana.keepRead("one")
            let first = try #require(try await ana.database.outbox.receipt(chatID: ana.chatID))
            try await ana.keepRead("two")
            try await ana.database.outbox.receiptWasTold(first)
            #expect(try await ana.database.outbox.receipts().count == 1)
        }
    }

    @Test func rejectedReceiptIsDropped() async throws {
        try await Device.withTwo { ana, _ in
            try await ana.database.outbox.save(PendingReceipt(eventID: "$nowhere", chatID: "!nowhere:localhost"))
            let carrier = OutboxSender(client: ana.person.client, outbox: ana.database.outbox)
            #expect(await carrier.carryReceipt(chatID: "!nowhere:localhost") == .accepted)
            #expect(try await ana.database.outbox.receipts().isEmpty)
        }
    }
}

extension Device {
    fileprivate func keepRead(_ body: String) async throws {
        guard case .event(let eventID) = try eventID(body) else { return }
        try await database.outbox.save(PendingReceipt(eventID: eventID, chatID: chatID))
    }
}
