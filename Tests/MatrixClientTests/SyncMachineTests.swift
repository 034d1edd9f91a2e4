import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct SyncMachineTests {
    @Test func syncRequestsVersionsThenCatchesUpThenLongPolls() {
        var machine = MachineRun(since: "s1")
        machine.feed(.started, expect: [.report(.connecting), .requestVersions])
        machine.feed(.versions(.plain), expect: [.sync(since: "s1", timeoutMilliseconds: 0)])
        machine.feed(
            .applied(nextBatch: "s2"), expect: [.report(.online), .sync(since: "s2", timeoutMilliseconds: 30_000)])
        machine.feed(.applied(nextBatch: "s3"), expect: [.sync(since: "s3", timeoutMilliseconds: 30_000)])
    }

    @Test func aFirstSyncHasNoToken() {
        var machine = MachineRun(since: nil)
        machine.feed(.started)
        machine.feed(.versions(.withStream), expect: [.sync(since: nil, timeoutMilliseconds: 0)])
        machine.feed(.applied(nextBatch: "s1"), expect: [.report(.online), .openStream(since: "s1")])
    }

    @Test func streamUpdatesAdvanceTheToken() {
        var machine = MachineRun.streaming(since: "s2")
        machine.feed(.applied(nextBatch: "s3"), expect: [.receiveUpdate])
        machine.feed(.applied(nextBatch: "s4"), expect: [.receiveUpdate])
        #expect(machine.since == "s4")
    }

    @Test func unappliedResponseStopsFurtherRequests() {
        var machine = MachineRun.streaming(since: "s2")
        machine.feed(.notApplied, expect: [.report(.stopped(.cancelled)), .stop])
        machine.feed(.applied(nextBatch: "s9"), expect: [])
        #expect(machine.since == "s2")
    }

    @Test func unappliedBatchIsRequestedAgain() {
        var machine = MachineRun.polling(since: "s2")
        machine.feed(.failed(.unreachable(.brokeOff)))
        machine.feed(.waitEnded, expect: [.report(.connecting), .requestVersions])
        machine.feed(.versions(.plain), expect: [.sync(since: "s2", timeoutMilliseconds: 0)])
    }

    @Test func unknownSyncTokenIsDroppedAfterTheSecondRefusal() {
        let refusal = MatrixClientError.matrix(
            MatrixError(.unknown, "Invalid stream token"), status: 400, retryAfterMilliseconds: nil)
        var machine = MachineRun.polling(since: "s2")
        _ = machine.wait(after: refusal)
        machine.feed(.waitEnded, expect: [.report(.connecting), .requestVersions])
        machine.feed(.versions(.plain), expect: [.sync(since: "s2", timeoutMilliseconds: 0)])
        machine.feed(.failed(refusal), expect: [.report(.connecting), .requestVersions])
        machine.feed(.versions(.plain), expect: [.sync(since: nil, timeoutMilliseconds: 0)])
        machine.feed(
            .applied(nextBatch: "t1"), expect: [.report(.online), .sync(since: "t1", timeoutMilliseconds: 30_000)])
        // If a server forgets all its tokens, the client doesn't request a full sync each time.
        for _ in 0..<4 {
            _ = machine.wait(after: refusal)
            machine.feed(.waitEnded)
            machine.feed(.versions(.plain), expect: [.sync(since: "t1", timeoutMilliseconds: 0)])
        }
        machine.pass(3_600_000)
        machine.feed(.failed(refusal), expect: [.report(.connecting), .requestVersions])
        #expect(machine.since == nil)
    }

    @Test func missingTokenErrorDoesNotEndTheSession() {
        var machine = MachineRun.polling(since: "s2")
        let lost = MatrixError(.missingToken, "Missing access token")
        _ = machine.wait(after: .matrix(lost, status: 401, retryAfterMilliseconds: nil))
        machine.feed(.waitEnded, expect: [.report(.connecting), .requestVersions])
    }

    @Test func temporaryErrorsDoNotResetTheSyncToken() {
        var machine = MachineRun.polling(since: "s2")
        let trouble: [MatrixClientError] = [
            .notMatrix(status: 200), .notMatrix(status: 400), .unreachable(.brokeOff),
            .matrix(MatrixError(.unknown, "down"), status: 502, retryAfterMilliseconds: nil),
        ]
        for error in trouble + trouble + trouble {
            _ = machine.wait(after: error)
            machine.feed(.waitEnded)
            machine.feed(.versions(.plain), expect: [.sync(since: "s2", timeoutMilliseconds: 0)])
        }
    }

    @Test func emptyImmediateResponsesSlowThePolling() {
        var machine = MachineRun.polling(since: "s2")
        let poll = SyncMachine.Instruction.sync(since: "s2", timeoutMilliseconds: 30_000)
        for _ in 0..<2 { machine.feed(.applied(nextBatch: "s2", isEmpty: true), expect: [poll]) }
        for pause in [1_000, 2_000, 4_000] {
            machine.feed(.applied(nextBatch: "s2", isEmpty: true), expect: [.wait(milliseconds: Int64(pause))])
            machine.feed(.waitEnded, expect: [poll])
        }
        machine.pass(29_000)
        machine.feed(.applied(nextBatch: "s2", isEmpty: true), expect: [poll])
        machine.feed(.applied(nextBatch: "s2", isEmpty: true), expect: [poll])
    }

    @Test func waitsDoubleUpToTenSeconds() {
        var machine = MachineRun(since: "s1", jitter: 0.999_999)
        machine.feed(.started)
        let waits = (0..<12).map { _ in
            defer { machine.feed(.waitEnded) }
            return machine.wait(after: .unreachable(.refused))
        }
        #expect(waits.map { $0 + 1 }.prefix(5) == [500, 1000, 2000, 4000, 8000])
        #expect(waits.suffix(7).allSatisfy { (9_900...10_000).contains($0) })
    }

    @Test func halfOfEachWaitIsRandom() {
        var early = MachineRun(since: "s1", jitter: 0)
        var late = MachineRun(since: "s1", jitter: 0.999_999)
        #expect(early.wait(after: .unreachable(.refused)) == 250)
        #expect((499...500).contains(late.wait(after: .unreachable(.refused))))
    }

    @Test func successfulSyncResetsTheBackoff() {
        var machine = MachineRun(since: "s1", jitter: 0)
        for _ in 0..<5 {
            _ = machine.wait(after: .unreachable(.refused))
            machine.feed(.waitEnded)
        }
        machine.feed(.versions(.plain))
        machine.feed(.applied(nextBatch: "s2"))
        #expect(machine.wait(after: .unreachable(.brokeOff)) == 250)
    }

    @Test func failingSyncBacksOffDespiteSuccessfulVersions() {
        var machine = MachineRun(since: "s1", jitter: 0)
        machine.feed(.started)
        var waits: [Int64] = []
        for _ in 0..<4 {
            machine.feed(.versions(.plain))
            waits.append(machine.wait(after: .notMatrix(status: 502)))
            machine.feed(.waitEnded)
        }
        #expect(waits == [250, 500, 1000, 2000])
    }

    @Test func serverRetryDelayIsHonored() {
        let limit = MatrixClientError.matrix(
            MatrixError(.limitExceeded, "slow"), status: 429, retryAfterMilliseconds: 90_000)
        var machine = MachineRun.polling(since: "s1")
        #expect(machine.wait(after: limit) == 90_000)
    }

    @Test func waitReportsItsReasonAndEndsOnRequest() {
        var machine = MachineRun.polling(since: "s1")
        let error = MatrixClientError.unreachable(.refused)
        machine.feed(
            .failed(error),
            expect: [.report(.waiting(error, milliseconds: 250)), .wait(milliseconds: 250)])
        machine.feed(.tryNow, expect: [.report(.connecting), .requestVersions])
    }

    @Test func tryNowIsIgnoredWhileConnected() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.tryNow, expect: [])
        machine.feed(.waitEnded, expect: [])
        machine.feed(.applied(nextBatch: "s2"), expect: [.receiveUpdate])
    }

    @Test func networkChangeReconnects() {
        for run in [MachineRun.streaming(since: "s1"), .polling(since: "s1"), .waiting(since: "s1")] {
            var machine = run
            machine.feed(.networkChanged, expect: [.report(.connecting), .requestVersions])
            machine.feed(.versions(.plain), expect: [.sync(since: "s1", timeoutMilliseconds: 0)])
        }
    }
}
