import Storage
import Testing

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReadMarkerTests {
    @Test func unsavedReadMarkerIsReported() async throws {
        let bench = try Workbench()
        bench.queue.open()
        let markers = ReadMarkerEndpoint(
            outbox: bench.parts.effects.outbox, store: bench.database.outbox, disk: bench.parts.effects.disk,
            environment: bench.environment.engine)
        bench.database.close()
        markers.read(eventID: "$1", chatID: Story.chatID)
        while bench.state.connection.storageProblem == nil { await Task.yield() }
    }
}
