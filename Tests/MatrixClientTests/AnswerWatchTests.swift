import Synchronization
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct AnswerWatchTests {
    private let time = PassingTime()
    private let findings = AsyncStream<AnswerWatch.Finding>.makeStream()

    /// Returns a watch with a clock on which each sleep ends at once.
    private func watch() -> AnswerWatch {
        let watch = AnswerWatch(clock: LoopClock(now: { [time] in time.now }, sleep: { [time] in time.pass($0) }))
        watch.listen { [findings] in findings.continuation.yield($0) }
        return watch
    }

    private func next() async -> AnswerWatch.Finding? {
        for await finding in findings.stream { return finding }
        return nil
    }

    @Test func tenSecondsWithoutAnAnswerAreToldAndSoIsTheNextThatComes() async {
        let watch = watch()
        _ = watch.begin(holds: 0)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 10_000)
        watch.heard()
        #expect(await next() == .heard)
    }

    @Test func aLongPollIsSilentOnlyBeyondItsTime() async {
        let watch = watch()
        _ = watch.begin(holds: 30_000)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 40_000)
    }

    @Test func whereNothingIsAwaitedNothingIsWaitedFor() async {
        let watch = watch()
        watch.heard()
        watch.end(1)
        #expect(time.now == 0)
        _ = watch.begin(holds: 5)
        #expect(await next() == .silent(milliseconds: 10_000))
        #expect(time.now == 10_005)
    }

    @Test func aWaitThatEndsFarTooLateMeansThatTheMachineSlept() async {
        let clock = LoopClock(
            now: { [time] in time.now }, sleep: { [time] in time.pass($0 + (time.now == 0 ? 60_000 : 0)) })
        let watch = AnswerWatch(clock: clock)
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
