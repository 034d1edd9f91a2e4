import Synchronization
import TestSupport

/// The time of a key from a terminal to the program and back as a cursor that moved.
struct KeyTimer {
    let screen: ScreenDriver
    let count: Int
    /// The text that is typed repeatedly.
    var text = "x"

    /// Types the letters and takes them back. Returns a time in milliseconds for each letter that was shown within
    /// two seconds.
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
        for _ in 0..<1_000 where screen.cursor.x != start - letters { try await Task.sleep(for: Self.look) }
    }

    /// The interval between two checks of the screen. The thread that reads the terminal takes the time of a reading.
    private static let look = Duration.milliseconds(2)

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
            try await Task.sleep(for: Self.look)
            if let time = sight.time.withLock({ $0 }) { return time.milliseconds }
        }
        return nil
    }

    private final class Sight: Sendable {
        let time = Mutex<Duration?>(nil)
    }
}
