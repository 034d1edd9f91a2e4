import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

/// Tests a poll between two users, with real clients and a real server.
@Suite(.timeLimit(.minutes(5))) struct PollTests {
    private static let tea = PollStart(
        question: "Tea?", answers: [PollStart.Answer(id: "g", text: "Green"), PollStart.Answer(id: "b", text: "Black")])

    /// Starts a poll, answers it twice and ends it. Each request is sent more than once.
    private static func hold(_ ana: Device, _ bo: Device) async throws {
        let devices = [ana, bo]
        try await ana.database.outbox.accept(.poll(tea, chatID: ana.chatID, now: 1))
        try await ana.send(isKilled: true)
        for device in devices { try await device.receive() }
        for (device, answers) in [(bo, ["g"]), (ana, ["g"]), (bo, ["b"])] {
            let target = try device.eventID("Tea?")
            try await device.database.outbox.accept(
                .pollAnswer(to: target, answers, form: .unstable, chatID: device.chatID, now: 1))
            try await device.send(isKilled: true)
        }
        for device in devices { try await device.receive() }
        for device in devices {
            let tally = try device.tally()
            #expect(tally.counts == ["g": 1, "b": 1])
            #expect(tally.own == (device.person.userID == bo.person.userID ? ["b"] : ["g"]))
            #expect(!tally.isOver)
        }
        let closing = PollClosing(form: .unstable, fallback: "over", results: [:])
        try await ana.database.outbox.accept(
            .pollEnd(of: try ana.eventID("Tea?"), closing, chatID: ana.chatID, now: 1))
        try await ana.send(isKilled: true)
        for device in devices { try await device.receive() }
        for device in devices {
            #expect(try device.tally().isOver)
            #expect(try device.screen() == ["Tea?"])
            #expect(try device.database.outbox.all().isEmpty)
        }
    }

    @Test func aPollIsAnsweredAndEndedAndEachRequestCountsOnce() async throws {
        try await Device.withTwo { try await Self.hold($0, $1) }
    }

    @Test func hiddenMultipleChoicePollShowsResultsAtItsEnd() async throws {
        try await Device.withTwo { ana, bo in
            let poll = try PollStart(typed: "--several --hidden Tea? | Green | Black | White")
            try await ana.database.outbox.accept(.poll(poll, chatID: ana.chatID, now: 1))
            try await ana.send()
            for answer in ["1", "2", "3", "2"] {
                try await bo.receive()
                let chosen = try #require(try bo.tally().choosing(answer))
                try await bo.database.outbox.accept(
                    .pollAnswer(to: try bo.eventID("Tea?"), chosen, form: .unstable, chatID: bo.chatID, now: 1))
                try await bo.send()
            }
            for device in [ana, bo] { try await device.receive() }
            #expect(
                try ana.shown() == [
                    "1 Green", "2 Black", "3 White",
                    "1 person answered. The results come at its end. Choose up to 3. Select it to answer.",
                ])
            #expect(
                try bo.shown() == [
                    "1 Green (yours)", "2 Black", "3 White (yours)",
                    "1 person answered. The results come at its end. Choose up to 3.",
                ])
            let closing = PollClosing(form: .unstable, fallback: "over", results: [:])
            try await ana.database.outbox.accept(
                .pollEnd(of: try ana.eventID("Tea?"), closing, chatID: ana.chatID, now: 1))
            try await ana.send()
            for device in [ana, bo] { try await device.receive() }
            #expect(
                try ana.shown() == [
                    "1 Green (1)", "2 Black (0)", "3 White (1)", "Ended. 1 person answered. Most chose: Green, White",
                ])
            #expect(try bo.shown().first == "1 Green (1, yours)")
        }
    }

    @Test func serverCannotReadAnEncryptedPoll() async throws {
        try await Device.withEncryption { ana, bo, _ in
            try await Self.hold(ana, bo)
            let texts = try await ana.onServer()
            #expect(!texts.contains { $0.contains("Tea?") || $0.contains("poll") })
        }
    }
}

extension Device {
    /// Returns the lines below the question.
    fileprivate func shown() throws -> [String] {
        try PollViewModelBuilder(tally: tally()).build().string.split(separator: "\n").map(String.init)
    }

    fileprivate func tally() throws -> PollTally {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        let poll = try #require(window.messages.map(\.message).last { $0.kind == .poll })
        return try #require(PollTally(poll, ownUserID: person.userID, power: nil))
    }
}
