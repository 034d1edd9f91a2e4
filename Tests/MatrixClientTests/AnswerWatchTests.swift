import Synchronization
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct AnswerWatchTests {
    private let time = PassingTime()
    private let findings = AsyncStream<ResponseWatchdog.Finding>.makeStream()

    /// Returns a watch with a clock on which each sleep ends at once.
    private func watch() -> ResponseWatchdog {
        let watch = ResponseWatchdog(clock: LoopClock(now: { [time] in time.now }, sleep: { [time] in time.pass($0) }))
        watch.listen { [findings] in findings.continuation.yield($0) }
        return watch
    }

    private func next() async -> ResponseWatchdog.Finding? {
        for await finding in findings.stream { return finding }
        return nil
    }

    @Test func silenceOfTenSecondsAndItsEndAreReported() async {
        let watch = watch()
        _ = watch.begin(holds: 0)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 10_000)
        watch.reportData()
        #expect(await next() == .received)
    }

    @Test func longPollIsSilentOnlyAfterItsTimeout() async {
        let watch = watch()
        _ = watch.begin(holds: 30_000)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 40_000)
    }

    @Test func watchIsIdleWithoutAPendingRequest() async {
        let watch = watch()
        watch.reportData()
        watch.end(1)
        #expect(time.now == 0)
        _ = watch.begin(holds: 5)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 10_005)
    }

    @Test func delayedTimerIsReportedAsAResume() async {
        let clock = LoopClock(
            now: { [time] in time.now }, sleep: { [time] in time.pass($0 + (time.now == 0 ? 60_000 : 0)) })
        let watch = ResponseWatchdog(clock: clock)
        watch.listen { [findings] in findings.continuation.yield($0) }
        _ = watch.begin(holds: 0)
        #expect(await next() == .resumed)
        #expect(await next() == .silent(milliseconds: 10_000))
    }

    /// A simulated time in milliseconds.
    private final class PassingTime: Sendable {
        private let time = Atomic<Int64>(0)
        var now: Int64 { time.load(ordering: .sequentiallyConsistent) }
        func pass(_ milliseconds: Int64) { time.add(milliseconds, ordering: .sequentiallyConsistent) }
    }
}
