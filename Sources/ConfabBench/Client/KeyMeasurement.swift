import Synchronization
import TestSupport

/// The time from a keystroke until its letter is on screen while nothing else happens, alternating between all
/// programs.
struct KeyMeasurement {
    static let median = "key, quiet: p50"
    static let ninetyNinth = "key, quiet: p99"
    static let work = "key, quiet: CPU each"

    let programs: [ScreenProgram]
    /// The number of keystrokes in a round.
    let count: Int
    let rounds: Int

    func figures() async throws -> [Figure] {
        var screens: [(program: ScreenProgram, screen: ScreenDriver)] = []
        for program in programs { screens.append((program, try await program.openToUse())) }
        var report = FigureReport()
        for _ in 0..<rounds {
            for (program, screen) in screens {
                report.add(round: try await round(program, screen))
            }
        }
        for (program, screen) in screens { try await program.close(screen) }
        return report.figures.sorted { $0.name < $1.name }
    }

    private func round(_ program: ScreenProgram, _ screen: ScreenDriver) async throws -> [Figure] {
        let before = ProcessReading.processorTime(of: screen.processIdentifier)
        let readings = try await KeyTimer(screen: screen, count: count).readings()
        let used = ProcessReading.processorTime(of: screen.processIdentifier) - before
        let percentiles = Percentiles(readings)
        func figure(_ name: String, _ value: Double) -> Figure {
            Figure(name: name, size: program.size, program: program.name, unit: .milliseconds, samples: [value])
        }
        return [
            figure(Self.median, percentiles.median), figure(Self.ninetyNinth, percentiles.ninetyNinth),
            // Each key is taken back by another.
            figure(Self.work, used / Double(2 * readings.count)),
        ]
    }
}

/// Measures the time from a keystroke in a terminal until the cursor has moved.
struct KeyTimer {
    let screen: ScreenDriver
    let count: Int
    /// The text that is typed repeatedly.
    var text = "x"

    /// Types the letters and deletes them again.
    ///
    /// - Returns: A time in milliseconds for each letter that was shown within two seconds.
    func readings() async throws -> [Double] {
        var readings: [Double] = []
        while readings.count < count {
            let before = readings.count
            let typed = String(repeating: text, count: 20).utf8.prefix(20)
            for letter in typed {
                if let reading = try await reading(letter) { readings.append(reading) }
            }
            try await takeBack(20)
            guard readings.count > before else { throw BenchError.noAnswer(screen: screen.described) }
        }
        return readings
    }

    /// Deletes the letters without measuring, so that the next ones start on the same line.
    private func takeBack(_ letters: Int) async throws {
        let start = screen.cursor.x
        screen.send(bytes: [UInt8](repeating: 0x7F, count: letters))
        for _ in 0..<1_000 where screen.cursor.x != start - letters { try await Task.sleep(for: Self.pollInterval) }
    }

    /// The interval between two checks of the screen. It doesn't affect the measured times, which are taken by the
    /// thread that reads the terminal.
    private static let pollInterval = Duration.milliseconds(2)

    private func reading(_ letter: UInt8) async throws -> Double? {
        let start = screen.cursor
        let sight = Sight()
        screen.watch { emulator, times in
            guard emulator.cursor.y == start.y, emulator.cursor.x == start.x + 1 else { return false }
            sight.time.withLock { $0 = times.received - times.sent }
            return true
        }
        screen.send(bytes: [letter])
        for _ in 0..<1_000 {
            try await Task.sleep(for: Self.pollInterval)
            if let time = sight.time.withLock({ $0 }) { return time.milliseconds }
        }
        return nil
    }

    private final class Sight: Sendable {
        let time = Mutex<Duration?>(nil)
    }
}
