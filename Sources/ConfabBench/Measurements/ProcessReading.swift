import Foundation

/// What a process has used so far, as Linux counts it. A thread that has ended is not counted any more.
struct ProcessReading {
    /// In nanoseconds, by thread.
    private var times: [String: UInt64] = [:]
    /// How often it was put on a processor, by thread.
    private var turns: [String: UInt64] = [:]

    init(_ processIdentifier: Int32) {
        let tasks = "/proc/\(processIdentifier)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            let numbers = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            let fields = numbers.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
            guard fields.count == 3 else { continue }
            times[thread] = fields[0]
            turns[thread] = fields[2]
        }
    }

    /// Of all threads, in milliseconds.
    var milliseconds: Double { Double(times.values.reduce(0, +)) / 1_000_000 }

    /// What was used since an earlier reading.
    func since(_ earlier: ProcessReading) -> (milliseconds: Double, turns: Int) {
        let time = times.reduce(0) { $0 + $1.value - (earlier.times[$1.key] ?? 0) }
        let count = turns.reduce(0) { $0 + $1.value - (earlier.turns[$1.key] ?? 0) }
        return (Double(time) / 1_000_000, Int(count))
    }

    /// Private memory that no file backs, and all that is resident, in megabytes.
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
