import Synchronization
import TestSupport

/// The time from the start of each program to its first frame with the stored data, one program after the other in
/// each round.
struct StartMeasurement {
    static let processorTime = "start: CPU"
    static let time = "start: time"

    let programs: [ScreenProgram]
    let rounds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for _ in 0..<rounds {
            for program in programs {
                let (time, used) = try await start(program)
                report.add(round: [
                    Figure(
                        name: Self.processorTime, size: program.size, program: program.name, unit: .milliseconds,
                        samples: [used]),
                    Figure(
                        name: Self.time, size: program.size, program: program.name, unit: .milliseconds,
                        samples: [time]),
                ])
            }
        }
        return report.figures.sorted { $0.name < $1.name }
    }

    /// - Returns: Both in milliseconds.
    private func start(_ program: ScreenProgram) async throws -> (time: Double, processor: Double) {
        let seen = Sight()
        let began = ContinuousClock.now
        let screen = try program.open()
        let process = screen.processIdentifier
        screen.watch { emulator, times in
            guard program.isUsable(emulator) else { return false }
            // It is read at once, since network work comes after the frame.
            let used = ProcessReading.processorTime(of: process)
            seen.value.withLock { $0 = (times.received - began, used) }
            return true
        }
        try await screen.waitUntil("\(program.name) to be ready", program.isReady)
        try await program.close(screen)
        guard let value = seen.value.withLock({ $0 }) else { throw BenchError.noAnswer(screen: screen.described) }
        return (value.time.milliseconds, value.processor)
    }

    private final class Sight: Sendable {
        let value = Mutex<(time: Duration, processor: Double)?>(nil)
    }
}
