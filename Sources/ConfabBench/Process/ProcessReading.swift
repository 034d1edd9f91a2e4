import Foundation
import Glibc

/// A process's usage so far, as Linux counts it.
struct ProcessReading {
    /// The processor time of all its threads, including ended ones, in milliseconds.
    let milliseconds: Double
    /// The number of times each thread was put on a processor; ended threads are not counted.
    private var turns: [String: UInt64] = [:]

    init(_ processIdentifier: Int32) {
        milliseconds = Self.processorTime(of: processIdentifier)
        let tasks = "/proc/\(processIdentifier)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            let numbers = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            let fields = numbers.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
            if fields.count == 3 { turns[thread] = fields[2] }
        }
    }

    /// Returns the processor time of all threads, in milliseconds, without reading each; 0 if there is no such process.
    static func processorTime(of processIdentifier: Int32) -> Double {
        var clock = clockid_t()
        // A timespec by its two fields: which module they belong to depends on what else is imported.
        var time: [Int] = [0, 0]
        let status = time.withUnsafeMutableBytes { bytes in
            guard let fields = bytes.baseAddress, clock_getcpuclockid(processIdentifier, &clock) == 0 else {
                return Int32(-1)
            }
            return clock_gettime(clock, fields.assumingMemoryBound(to: timespec.self))
        }
        guard status == 0 else { return 0 }
        return Double(time[0]) * 1_000 + Double(time[1]) / 1_000_000
    }

    /// Returns the processor time used since an earlier reading, and how often threads were scheduled (`turns`).
    func since(_ earlier: ProcessReading) -> (milliseconds: Double, turns: Int) {
        let count = turns.reduce(0) { $0 + $1.value - (earlier.turns[$1.key] ?? 0) }
        return (milliseconds - earlier.milliseconds, Int(count))
    }

    /// Returns the peak resident memory (`VmHWM`), in megabytes.
    static func maxMemory(of processIdentifier: Int32) -> Double? {
        let text = try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return kilobytes.map { $0 / 1_024 }
    }

    /// Returns the resident memory that no file backs (`Anonymous`), and all resident memory (`Rss`), in megabytes.
    static func memory(of processIdentifier: Int32) -> (anonymous: Double, resident: Double)? {
        guard
            let text = try? String(contentsOfFile: "/proc/\(processIdentifier)/smaps_rollup", encoding: .utf8)
        else { return nil }
        func megabytes(_ name: String) -> Double {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
            return (kilobytes ?? 0) / 1_024
        }
        return (megabytes("Anonymous"), megabytes("Rss"))
    }
}
