import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct SyncMachineStreamTests {
    @Test func failedHandshakeFallsBackToPollingAndRetriesLater() {
        var machine = MachineRun.openingStream(since: "s1")
        machine.feed(.streamEnded(.noHandshake), expect: [.sync(since: "s1", timeoutMilliseconds: 30_000)])
        machine.pass(299_999)
        machine.feed(.applied(nextBatch: "s2"), expect: [.sync(since: "s2", timeoutMilliseconds: 30_000)])
        machine.pass(1)
        machine.feed(.applied(nextBatch: "s3"), expect: [.openStream(since: "s3")])
    }

    @Test func lostStreamIsReopened() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.reconnect(nextBatch: "s2", expect: [.report(.online), .openStream(since: "s2")])
    }

    @Test func twoLossesWithinTenSecondsFallBackToPolling() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.reconnect(nextBatch: "s2", expect: [.report(.online), .openStream(since: "s2")])
        machine.feed(.streamOpened)
        machine.pass(10_000)
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.reconnect(
            nextBatch: "s3", expect: [.report(.online), .sync(since: "s3", timeoutMilliseconds: 30_000)])
        machine.pass(300_000)
        machine.feed(.applied(nextBatch: "s4"), expect: [.openStream(since: "s4")])
    }

    @Test func lossesFarApartDoNotFallBackToPolling() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.reconnect(nextBatch: "s2", expect: [.report(.online), .openStream(since: "s2")])
        machine.feed(.streamOpened)
        machine.pass(10_001)
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.reconnect(nextBatch: "s3", expect: [.report(.online), .openStream(since: "s3")])
    }

    @Test func streamIsNotOpenedOnceTheServerStopsOfferingIt() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.streamEnded(.lost(.brokeOff)))
        machine.feed(.waitEnded)
        machine.feed(.versions(.plain))
        machine.feed(
            .applied(nextBatch: "s2"), expect: [.report(.online), .sync(since: "s2", timeoutMilliseconds: 30_000)])
    }

    @Test(arguments: [true, false])
    func invalidTokenStopsTheSyncLoop(isSoft: Bool) {
        let error = MatrixError(.unknownToken, "gone", details: ["soft_logout": .bool(isSoft)])
        var machine = MachineRun.polling(since: "s1")
        machine.feed(
            .failed(.matrix(error, status: 401, retryAfterMilliseconds: nil)),
            expect: [.report(.stopped(.loggedOut(isSoft: isSoft))), .stop])
        machine.feed(.tryNow, expect: [])
        machine.feed(.networkChanged, expect: [])
        machine.feed(.started, expect: [])
    }

    @Test func tokenExpiryOnTheStreamIsCheckedByARequest() {
        var machine = MachineRun.streaming(since: "s1")
        machine.feed(.streamEnded(.tokenEnded), expect: [.sync(since: "s1", timeoutMilliseconds: 0)])
        machine.feed(.applied(nextBatch: "s2"), expect: [.report(.online), .openStream(since: "s2")])
        machine.feed(.streamOpened)
        machine.feed(.streamEnded(.tokenEnded))
        machine.feed(
            .applied(nextBatch: "s3"), expect: [.report(.online), .sync(since: "s3", timeoutMilliseconds: 30_000)])
    }

    @Test func permanentErrorsStopTheSync() {
        for error in [
            MatrixClientError.badAddress("x"), .insecure(address: "http://example.org"),
            .matrix(MatrixError(.userDeactivated, "gone"), status: 403, retryAfterMilliseconds: nil),
        ] {
            var machine = MachineRun.polling(since: "s1")
            machine.feed(.failed(error), expect: [.report(.stopped(error)), .stop])
        }
    }

    @Test func portalPagesAndRefusalsAreRetried() {
        for error in [
            MatrixClientError.notMatrix(status: 200), .notMatrix(status: 404),
            .matrix(MatrixError(.forbidden, "no"), status: 403, retryAfterMilliseconds: nil), .cancelled,
        ] {
            var machine = MachineRun.polling(since: "s1")
            #expect(machine.wait(after: error) == 250)
        }
    }

    @Test func randomEventsKeepOneOperationAndAForwardToken() {
        var generator = SeededGenerator(seed: Seeds.ofThisRun())
        for _ in 0..<200 {
            var machine = MachineRun(since: nil)
            machine.feed(.started)
            for step in 0..<50 {
                machine.pass(Int64.random(in: 0...20_000, using: &generator))
                let answer = machine.answerByChance(step: step, using: &generator)
                let since = machine.since
                machine.feed(answer)
                if case .applied(let next, _) = answer {
                    #expect(machine.since == next)
                } else {
                    #expect(machine.since == since)
                }
                #expect(machine.lastOperations.count == 1)
            }
        }
    }
}
