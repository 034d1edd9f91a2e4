import Foundation
import Glibc
import TestSupport

/// A program that a shell with job control started: only such a one can be stopped as by ^Z, since the system lets nothing stop
/// that no shell could go on with.
struct ShellJob {
    /// Starts a program, and once it has stopped goes on with it at the next Enter.
    static let wrapper = [
        "/bin/bash", "--norc", "-c",
        "set -m; \"$0\"; echo \"stopped with $?\"; read -r line; fg >/dev/null; echo \"left with $?\"",
    ]

    let processIdentifier: pid_t

    /// The one job of the shell on a screen.
    init(on screen: ScreenDriver) throws {
        let shell = screen.processIdentifier
        let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        guard let job = children.split(separator: " ").first.flatMap({ pid_t($0) }) else {
            throw ScreenFailure.notSeen("a job of the shell", screen: screen.described)
        }
        processIdentifier = job
    }

    func signal(_ signal: Int32) {
        kill(processIdentifier, signal)
    }

    /// As ps(1) has it: `S` for asleep, `T` for stopped.
    var state: Character? {
        get throws {
            let stat = try String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)
            // The name may hold anything; what follows its closing bracket may not.
            return stat.suffix(from: stat.lastIndex(of: ")") ?? stat.startIndex).dropFirst(2).first
        }
    }

    func waitUntilStopped() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try state != "T" {
            guard ContinuousClock.now < deadline else { throw ScreenFailure.notSeen("a stopped job", screen: "") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
