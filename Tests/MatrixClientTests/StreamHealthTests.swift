import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct StreamHealthTests {
    @Test func pingIsSentEveryThirtySeconds() {
        var health = StreamHealth(now: 100)
        let verdicts = stride(from: Int64(105), through: 165, by: 5).map { health.check(now: $0) }
        #expect(
            verdicts.map { $0 == .ping }
                == [Int64](stride(from: 105, through: 165, by: 5)).map { $0 == 130 || $0 == 160 })
    }

    @Test func sixtySecondsOfSilenceAreALoss() {
        var health = StreamHealth(now: 0)
        health.awaits(true, now: 0)
        #expect(health.check(now: 59) != .lost)
        #expect(health.check(now: 60) == .lost)
    }

    @Test func receivedDataResetsTheSilence() {
        var health = StreamHealth(now: 0)
        health.awaits(true, now: 0)
        health.reportData(now: 55)
        #expect(health.check(now: 110) != .lost)
        #expect(health.check(now: 115) == .lost)
    }

    @Test func systemSleepIsALoss() {
        var health = StreamHealth(now: 100, slept: 5_000)
        #expect(health.check(now: 105, slept: 5_001) == .fine)
        #expect(health.check(now: 110, slept: 5_010) == .fine)
        #expect(health.check(now: 115, slept: 5_020) == .lost)
    }

    @Test func silenceIsNotCountedWhileAnUpdateIsApplied() {
        var health = StreamHealth(now: 0)
        #expect(health.check(now: 1000) != .lost)
        health.awaits(true, now: 1000)
        #expect(health.check(now: 1001) != .lost)
        health.awaits(true, now: 1030)
        #expect(health.check(now: 1060) == .lost)
    }
}
