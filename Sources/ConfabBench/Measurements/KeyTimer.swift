import Synchronization
import TestSupport

/// How long a key takes from a terminal to the program and back as a cursor that moved.
struct KeyTimer {
    let screen: ScreenDriver
    let count: Int

    /// Types so many letters, takes them back, and answers with a time for each letter that came on screen within two seconds,
    /// in milliseconds.
    func readings() async throws -> [Double] {
        var readings: [Double] = []
        while readings.count < count {
            let before = readings.count
            for _ in 0..<20 {
                if let reading = try await reading() { readings.append(reading) }
            }
            for _ in 0..<20 {
                screen.send(bytes: [0x7F])
                try await Task.sleep(for: .milliseconds(2))
            }
            try await Task.sleep(for: .milliseconds(50))
            guard readings.count > before else { throw BenchError.noAnswer(screen: screen.described) }
        }
        return readings
    }

    private func reading() async throws -> Double? {
        let start = screen.cursor
        let sight = Sight()
        screen.watch { emulator, times in
            guard emulator.cursor.y == start.y, emulator.cursor.x == start.x + 1 else { return false }
            sight.time.withLock { $0 = times.received - times.sent }
            return true
        }
        screen.send(bytes: [0x78])
        for _ in 0..<1_000 {
            try await Task.sleep(for: .milliseconds(2))
            if let time = sight.time.withLock({ $0 }) { return time.milliseconds }
        }
        return nil
    }

    private final class Sight: Sendable {
        let time = Mutex<Duration?>(nil)
    }
}
