import MatrixAPI
import MatrixClient
import TestSupport

/// A user who follows the server with a sync loop and stores the messages, as an application would.
actor Reader {
    let person: Person
    private(set) var texts: [String] = []
    private(set) var eventIDs: [String] = []
    private(set) var states: [ConnectionState] = []
    private(set) var typing: [JSONValue] = []
    private(set) var batches = 0
    private var waiting: [(isMet: (isolated Reader) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    private var loop: SyncLoop?
    private var run: Task<Void, Never>?

    init(_ person: Person) {
        self.person = person
    }

    /// - Parameter allowsStream: Whether the loop may use a stream instead of long polls.
    func start(since: String? = nil, allowsStream: Bool = true) {
        let (reports, report) = AsyncStream.makeStream(of: ConnectionState.self)
        let loop = SyncLoop(client: person.client, filter: nil, since: since, allowsStream: allowsStream) { responses in
            for response in responses { await self.take(response) }
            return true
        } report: { state in
            report.yield(state)
        }
        self.loop = loop
        Task { for await state in reports { note(state) } }
        run = Task {
            await loop.run()
            report.finish()
        }
    }

    /// Waits until the loop ends without being stopped.
    func untilEnd() async {
        await run?.value
    }

    func tryNow() async {
        await loop?.tryNow()
    }

    func stop() async {
        await loop?.stop()
        await run?.value
        await person.client.shutdown()
    }

    /// Waits until a condition holds, without a timeout.
    func until(_ isMet: @escaping @Sendable (isolated Reader) -> Bool) async {
        if isMet(self) { return }
        await withCheckedContinuation { waiting.append((isMet, $0)) }
    }

    func untilOnline() async {
        await until { $0.states.last == .online }
    }

    func forgetStates() { states = [] }

    private func take(_ response: SyncResponse) {
        batches += 1
        for room in response.joined.values {
            texts += room.texts
            eventIDs += room.timeline.compactMap(\.eventID)
            typing += room.ephemeral.filter { $0.type == "m.typing" }.compactMap { $0.content["user_ids"] }
        }
        wake()
    }

    private func note(_ state: ConnectionState) {
        states.append(state)
        wake()
    }

    private func wake() {
        let (met, others) = (waiting.filter { $0.isMet(self) }, waiting.filter { !$0.isMet(self) })
        waiting = others
        for entry in met { entry.continuation.resume() }
    }
}
