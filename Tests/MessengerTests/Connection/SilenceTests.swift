import Conversations
import MatrixAPI
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the status line for a server that doesn't respond, or responds with something unexpected.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class SilenceTests {
    private var line: ConnectionViewModel?

    private func bench() throws -> Workbench {
        let bench = try Workbench()
        bench.queue.open()
        bench.events.connection.subscribe(self) { $0.line = $1 }
        return bench
    }

    private func status(after event: ConnectionEvent, at bench: Workbench) -> String? {
        bench.queue.post(event)
        bench.frames.deliver()
        return line?.status.string
    }

    @Test func silentServerIsNotShownAsOnline() throws {
        let bench = try bench()
        #expect(status(after: .changed(.online), at: bench) == "online")
        #expect(status(after: .found(.silent(milliseconds: 12_000)), at: bench) == "no answer for 12 s")
        #expect(line?.tone == .bad && line?.tryNow.reason == nil)
        #expect(status(after: .changed(.connecting), at: bench) == "no answer for 12 s")
        #expect(status(after: .found(.received), at: bench) != "no answer for 12 s")
        #expect(status(after: .changed(.online), at: bench) == "online")
    }

    @Test func connectionErrorReplacesNoAnswerStatus() throws {
        let bench = try bench()
        _ = status(after: .found(.silent(milliseconds: 12_000)), at: bench)
        let waiting = ConnectionState.waiting(.unreachable(.refused), milliseconds: 4_000)
        let said = status(after: .changed(waiting), at: bench)
        #expect(said?.contains("nothing answers at this address, next try in 4 s") == true)
    }

    @Test func serverRequestedPauseIsShown() throws {
        let bench = try bench()
        _ = status(after: .changed(.online), at: bench)
        #expect(
            status(after: .linesWait(milliseconds: 7_000, isServersWish: true), at: bench)
                == "the server wants a pause: lines go out in 7 s")
        #expect(line?.tryNow.reason?.string.hasPrefix("The server asks for a pause") == true)
        #expect(status(after: .linesWait(milliseconds: nil, isServersWish: false), at: bench) == "online")
        #expect(line?.tryNow.reason == "You are online")
    }

    @Test func pendingRetryIsShownAndCanRunNow() throws {
        let bench = try bench()
        bench.state.outbox.append(
            .message(NamedText("tea?"), isEmote: false, chatID: "!tea:localhost", now: Story.noon))
        #expect(status(after: .changed(.online), at: bench) == "online")
        #expect(line?.tryNow.reason == "You are online" && line?.counts.unsent == 0)
        let waiting = status(after: .linesWait(milliseconds: 7_000, isServersWish: false), at: bench)
        #expect(waiting == "online, next try in 7 s")
        #expect(line?.tryNow.reason == nil && line?.counts.unsent == 1)
        // The server's address may have to be discovered first.
        _ = status(after: .changed(.connecting), at: bench)
        #expect(line?.tryNow.reason == nil)
        _ = status(after: .changed(.online), at: bench)
        #expect(status(after: .linesWait(milliseconds: nil, isServersWish: false), at: bench) == "online")
        // The line is being sent by now, and counts as unsent until the server has it.
        #expect(line?.tryNow.reason == "You are online" && line?.counts.unsent == 1)
        let id = try #require(bench.state.outbox.lines.first?.id)
        bench.state.outbox.setState(.sent(eventID: "$1"), id: id)
        #expect(status(after: .changed(.online), at: bench) == "online")
        #expect(line?.counts.unsent == 0)
    }

    @Test func stalledSyncIsShownUntilItRecovers() throws {
        let bench = try bench()
        bench.state.outbox.append(
            .message(NamedText("tea?"), isEmote: false, chatID: "!tea:localhost", now: Story.noon))
        #expect(status(after: .changed(.online), at: bench) == "online")
        #expect(status(after: .deaf, at: bench) == "not receiving messages, reconnecting (0 s)")
        #expect(line?.tone == .bad && line?.tryNow.reason == nil && line?.counts.unsent == 1)
        #expect(status(after: .changed(.connecting), at: bench) == "not receiving messages, reconnecting (0 s)")
        let lost = ConnectionState.waiting(.unreachable(.timedOut), milliseconds: 4_000)
        #expect(status(after: .changed(lost), at: bench)?.contains("it didn't answer in time") == true)
        #expect(status(after: .changed(.online), at: bench) == "online")
    }

    @Test(arguments: [
        (MatrixClientError.notMatrix(status: 200), "a login page or a proxy answers in its place, next try in 4 s"),
        (.unreachable(.certificate(.unknownAuthority)), "unknown certificate, see SSL_CERT_FILE"),
        (
            .matrix(MatrixError(.userLocked, "No"), status: 401, retryAfterMilliseconds: nil),
            "Who runs the server has locked this account, next try in 4 s"
        ),
    ]) func statusNamesConnectionProblem(error: MatrixClientError, words: String) throws {
        let bench = try bench()
        let said = status(after: .changed(.waiting(error, milliseconds: 4_000)), at: bench)
        #expect(said?.contains(words) == true)
    }
}
