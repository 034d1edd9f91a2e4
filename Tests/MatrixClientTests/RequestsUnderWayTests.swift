import Testing

@testable import MatrixClient

/// Tests which requests are ended after the connections were renewed.
@Suite(.timeLimit(.minutes(5))) struct RequestsUnderWayTests {
    private let requests = PendingRequests()

    /// A request that waits until it is cancelled.
    private struct Waiting {
        let task: Task<Void, any Error>
        let showLife: @Sendable () -> Void
    }

    private func begin(isRepeatable: Bool = true, blocksOthers: Bool = false) async throws -> Waiting {
        let (lives, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
        let task = Task { [requests] in
            try await requests.run(isRepeatable: isRepeatable, blocksOthers: blocksOthers) { showLife in
                continuation.yield(showLife)
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        for await showLife in lives { return Waiting(task: task, showLife: showLife) }
        throw CancellationError()
    }

    private func expectReplaced(_ waiting: Waiting) async {
        await #expect(throws: MatrixClientError.unreachable(.replacedConnection)) { try await waiting.task.value }
    }

    @Test func onlyRequestsFromBeforeARenewalAreEnded() async throws {
        let old = try await begin()
        requests.connectionsWereRenewed()
        let new = try await begin()
        #expect(requests.count == 2)
        requests.endOld(includingOnce: false)
        await expectReplaced(old)
        #expect(requests.count == 1)
        new.task.cancel()
        await #expect(throws: CancellationError.self) { try await new.task.value }
        #expect(requests.count == 0)
    }

    @Test func activeRequestSurvivesTheRenewal() async throws {
        let old = try await begin()
        requests.connectionsWereRenewed()
        old.showLife()
        requests.endOld(includingOnce: true)
        // It showed life before the second renewal only.
        requests.connectionsWereRenewed()
        requests.endOld(includingOnce: true)
        await expectReplaced(old)
    }

    @Test func nonrepeatableRequestIsEndedOnlyOnDemand() async throws {
        let once = try await begin(isRepeatable: false)
        requests.connectionsWereRenewed()
        requests.endOld(includingOnce: false)
        #expect(requests.count == 1)
        requests.endOld(includingOnce: true)
        await expectReplaced(once)
    }

    @Test func blockingRequestIsEndedAtTheRenewal() async throws {
        let refresh = try await begin(blocksOthers: true)
        requests.connectionsWereRenewed()
        await expectReplaced(refresh)
    }

    @Test func replacedClientIsClosedAfterItsLastRequest() async throws {
        let transport = HTTPTransport(trust: TrustRoots(file: nil))
        let (first, second) = (try transport.ordinary.lease(), try transport.ordinary.lease())
        #expect(first.client === second.client)
        transport.renewConnections()
        let third = try transport.ordinary.lease()
        #expect(third.client !== first.client)
        first.end()
        #expect(transport.ordinary.count == 2)
        second.end()
        #expect(transport.ordinary.count == 1)
        third.end()
        #expect(transport.ordinary.count == 1)
        transport.renewConnections()
        #expect(transport.ordinary.count == 0)
        await transport.shutdown()
    }
}
