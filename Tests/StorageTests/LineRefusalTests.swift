import Conversations
import Storage
import Testing

/// Tests that the reason of a refused line is stored as a value, not as text.
@Suite(.timeLimit(.minutes(5))) struct LineRefusalTests {
    private static let all: [OutboxLineFailureReason] = [
        .chatIsLeft, .mayBeThere, .mayBeThereInClear, .wouldGoInClear, .reasonWouldGoInClear, .unreadable,
        .targetNotSent, .encryptionMissing, .server(code: "M_FORBIDDEN", said: "no “tea”\u{0} for {you}", status: 403),
        .server(code: "M_CONSENT_NOT_GIVEN", said: "", status: 403, contact: "https://example.org/"),
        .server(code: "", said: "", status: 0), .notMatrix(status: 404), .said("You are not here"), .said(""),
    ]

    @Test(arguments: all) func storedRefusalIsReadBack(refusal: OutboxLineFailureReason) async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.outbox.setState(id: "a", .failed(reason: refusal))
        #expect(try database.outbox.all().map(\.state) == [.failed(reason: refusal)])
        #expect(try database.outbox.story(lineID: "a")?.refusal == refusal)
    }

    @Test func refusalOfAnEarlierVersionHasNoContact() {
        let kept = #"{"server":{"code":"M_FORBIDDEN","said":"no","status":403}}"#
        #expect(OutboxLineFailureReason(stored: kept) == .server(code: "M_FORBIDDEN", said: "no", status: 403))
    }

    @Test(arguments: ["You are not in this chat any more", "{no} JSON", "{}", "{\"tea\":{}}", "null", "\"chatIsLeft\""])
    func storedTextOfAnEarlierVersionIsShownUnchanged(words: String) {
        #expect(OutboxLineFailureReason(stored: words) == .said(words))
    }
}
