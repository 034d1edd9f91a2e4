import Foundation
import Synchronization
import TestSupport

/// Another full-screen messenger on this machine, to hold ours against.
struct OtherProgram {
    let name: String
    let path: String
    let arguments: [String]
    /// What is on its screen once it can be used.
    let mark: String

    /// Those that are installed.
    static var installed: [OtherProgram] {
        let known = [
            ("profanity", [], "rofanity"), ("weechat", ["--temp-dir"], "WeeChat"),
            ("irssi", ["--noconnect"], "[(status)]"),
        ]
        return known.compactMap { name, arguments, mark in
            let path = "/usr/bin/\(name)"
            guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
            return OtherProgram(name: name, path: path, arguments: arguments, mark: mark)
        }
    }

    /// The middle of several starts until its mark is on screen, in milliseconds; `nil` where it never comes.
    func startTime(rounds: Int) async throws -> Double? {
        var times: [Double] = []
        for _ in 0..<rounds {
            let home = try Sandbox()
            let seen = Sight()
            let began = ContinuousClock.now
            let screen = try ScreenDriver(path, arguments: arguments, environment: home.environment)
            screen.watch { [mark] emulator, times in
                guard emulator.contains(mark) else { return false }
                seen.time.withLock { $0 = times.received - began }
                return true
            }
            // The time is taken by the thread that reads the terminal; this only waits for it.
            for _ in 0..<1_000 where seen.time.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(5)) }
            guard let time = seen.time.withLock({ $0 }) else { return nil }
            times.append(time.milliseconds)
        }
        return Percentiles(times).median
    }

    /// The same letters typed into its line.
    func keyTimes(count: Int) async throws -> Percentiles? {
        let home = try Sandbox()
        let screen = try ScreenDriver(path, arguments: arguments, environment: home.environment)
        try await screen.waitFor(mark)
        // Some go on drawing after their mark is there, which is not what a key costs.
        try await screen.waitForRest()
        let readings = try? await KeyTimer(screen: screen, count: count).readings()
        return readings.map(Percentiles.init)
    }

    private final class Sight: Sendable {
        let time = Mutex<Duration?>(nil)
    }
}
