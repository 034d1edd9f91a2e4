import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct StreamMessagesTests {
    @Test func wholeTextFrameIsAMessage() {
        var messages = StreamMessages()
        #expect(messages.receive(.make(.text, "hi")) == .message(Array("hi".utf8)))
        #expect(messages.receive(.make(.text, "")) == .message([]))
    }

    @Test func fragmentsAreJoinedAcrossControlFrames() {
        var messages = StreamMessages()
        #expect(messages.receive(.make(.text, "a", isFinal: false)) == .nothing)
        #expect(messages.receive(.make(.ping, "p")) == .answerPing(Array("p".utf8)))
        #expect(messages.receive(.make(.continuation, "b", isFinal: false)) == .nothing)
        #expect(messages.receive(.make(.pong, "")) == .nothing)
        #expect(messages.receive(.make(.continuation, "c")) == .message(Array("abc".utf8)))
        #expect(messages.receive(.make(.text, "d")) == .message(Array("d".utf8)))
    }

    @Test func forbiddenFramesAreProtocolViolations() {
        var fresh = StreamMessages()
        #expect(fresh.receive(.make(.continuation, "x")) == .violation(code: 1002))
        #expect(fresh.receive(.make(.binary, "x")) == .violation(code: 1003))
        #expect(fresh.receive(.make(.unknown, "x")) == .violation(code: 1002))
        #expect(fresh.receive(.make(.text, "x", isMasked: true)) == .violation(code: 1002))
        var begun = StreamMessages()
        _ = begun.receive(.make(.text, "x", isFinal: false))
        #expect(begun.receive(.make(.text, "y")) == .violation(code: 1002))
    }

    @Test func messageSizeIsLimitedAcrossFragments() {
        var whole = StreamMessages(maximumSize: 4)
        #expect(whole.receive(.make(.text, "12345")) == .violation(code: 1009))
        var parts = StreamMessages(maximumSize: 4)
        #expect(parts.receive(.make(.text, "123", isFinal: false)) == .nothing)
        #expect(parts.receive(.make(.continuation, "45")) == .violation(code: 1009))
        var fitting = StreamMessages(maximumSize: 4)
        #expect(fitting.receive(.make(.text, "123", isFinal: false)) == .nothing)
        #expect(fitting.receive(.make(.continuation, "4")) == .message(Array("1234".utf8)))
    }

    @Test func closeFrameReportsItsCode() {
        var messages = StreamMessages()
        let frame = StreamFrame(kind: .close, isFinal: true, isMasked: false, payload: [0x0F, 0xA1, 0x78])
        #expect(messages.receive(frame) == .closed(code: 4001))
        #expect(messages.receive(.make(.close, "")) == .closed(code: nil))
    }
}

extension StreamFrame {
    fileprivate static func make(
        _ kind: Kind, _ text: String, isFinal: Bool = true, isMasked: Bool = false
    ) -> StreamFrame {
        StreamFrame(kind: kind, isFinal: isFinal, isMasked: isMasked, payload: Array(text.utf8))
    }
}
