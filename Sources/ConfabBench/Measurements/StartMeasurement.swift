import Synchronization
import TestSupport

/// From the start of the program to its first frame with what is on disk, several times.
struct StartMeasurement {
    let account: BenchAccount
    let rounds: Int

    func figures(yardsticks: [OtherProgram]) async throws -> [Figure] {
        var times: [Double] = []
        var processor: [Double] = []
        for _ in 0..<rounds {
            let (time, used) = try await start()
            times.append(time)
            processor.append(used)
        }
        var others: [Figure.Yardstick] = []
        for program in yardsticks {
            if let time = try await program.startTime(rounds: rounds) {
                others.append(Figure.Yardstick(name: program.name, value: time))
            }
        }
        return [
            Figure(
                name: "start: CPU to the first frame", value: Percentiles(processor).median, unit: .milliseconds,
                budget: 30),
            Figure(
                name: "start: time to the first frame", value: Percentiles(times).median, unit: .milliseconds,
                budget: others.first { $0.name == "profanity" }?.value, yardstick: others.first),
        ]
    }

    private func start() async throws -> (time: Double, processor: Double) {
        let seen = Sight()
        let began = ContinuousClock.now
        let screen = try account.ana.open()
        let process = screen.processIdentifier
        screen.watch { emulator, times in
            guard emulator.contains(ProfileFiller.newestText), emulator.contains("Room 0") else { return false }
            // At once: what the program does for the network comes after the frame.
            let used = ProcessReading(process)
            seen.value.withLock { $0 = (times.received - began, used.milliseconds) }
            return true
        }
        try await screen.waitFor(ProfileFiller.newestText, timeout: .seconds(120))
        try await screen.waitFor("online", timeout: .seconds(120))
        try await account.quit(screen)
        guard let value = seen.value.withLock({ $0 }) else { throw BenchError.noAnswer(screen: screen.described) }
        return (value.time.milliseconds, value.processor)
    }

    private final class Sight: Sendable {
        let value = Mutex<(time: Duration, processor: Double)?>(nil)
    }
}
