import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests a profile whose embedded server failed to start.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class StartProblemTests {
    private var status: DisplayText?

    @Test func startErrorIsShownInStatusLine() throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.events.connection.subscribe(self) { $0.status = $1.status }
        bench.queue.post(ConnectionEvent.notStarted(OtherReason("The port 8008 is another's: choose one")))
        bench.frames.deliver()
        #expect(status?.string == "The port 8008 is another's: choose one")
        bench.queue.post(ConnectionEvent.changed(.online))
        bench.frames.deliver()
        #expect(status?.string == "online")
    }
}
