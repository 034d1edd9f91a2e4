import TestSupport

/// The time from a key to its letter on screen while nothing else happens, alternating between all programs.
struct KeyMeasurement {
    static let median = "key, quiet: p50"
    static let ninetyNinth = "key, quiet: p99"
    static let work = "key, quiet: CPU each"

    let programs: [ScreenProgram]
    /// The number of keys in a round.
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
