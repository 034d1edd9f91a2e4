import Foundation
import TestSupport

/// The resources that a process has used so far.
struct ProcessUsage {
    /// The CPU time in clock ticks of a hundredth of a second, in user and kernel mode.
    var ticks = 0
    /// The number of times that each thread went to sleep, by the thread's name. Each sleep follows a wakeup.
    var sleeps: [String: Int] = [:]

    init(of processIdentifier: Int32) throws {
        let stat = try String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)
        // The process name may contain any character. The fields start after its last closing bracket.
        let fields = stat.suffix(from: stat.lastIndex(of: ")") ?? stat.startIndex).split(separator: " ")
        guard fields.count > 13, let user = Int(fields[12]), let kernel = Int(fields[13]) else {
            throw ScreenFailure.notSeen("the usage of process \(processIdentifier)", screen: stat)
        }
        ticks = user + kernel
        let tasks = "/proc/\(processIdentifier)/task"
        for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
            // A thread may end while it is read.
            guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8) else { continue }
            let name = status.value(of: "Name") ?? "?"
            sleeps["\(name) \(task)"] = status.value(of: "voluntary_ctxt_switches").flatMap { Int($0) } ?? 0
        }
    }

    /// Returns the usage since an earlier measurement.
    func since(_ earlier: ProcessUsage) -> (ticks: Int, sleeps: [String: Int]) {
        let sleeps = sleeps.map { ($0.key, $0.value - (earlier.sleeps[$0.key] ?? 0)) }.filter { $0.1 > 0 }
        return (ticks - earlier.ticks, Dictionary(uniqueKeysWithValues: sleeps))
    }
}

extension String {
    fileprivate func value(of key: String) -> String? {
        split(separator: "\n").first { $0.hasPrefix(key + ":") }
            .map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
