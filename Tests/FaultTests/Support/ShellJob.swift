import Foundation
import Glibc
import TestSupport

/// A program that was started by a shell with job control. Only such a program can be stopped as by ^Z, because the
/// system doesn't stop a process that no shell could continue.
struct ShellJob {
    /// The wrapper that starts a program, and continues it at the next Enter after it has stopped.
    static let wrapper = [
        "/bin/bash", "--norc", "-c",
        "set -m; \"$0\"; echo \"stopped with $?\"; read -r line; fg >/dev/null; echo \"left with $?\"",
    ]

    let processIdentifier: pid_t

    /// Finds the only job of the shell on a screen.
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

    /// The state as in ps(1): `S` for asleep, `T` for stopped.
    var state: Character? {
        get throws {
            let stat = try String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)
            // The process name may contain any character. The fields start after its last closing bracket.
            return stat.suffix(from: stat.lastIndex(of: ")") ?? stat.startIndex).dropFirst(2).first
        }
    }

    func waitUntilStopped() async throws {
        while try state != "T" {
            guard await Pause.milliseconds(5) else { throw ScreenFailure.notSeen("a stopped job", screen: "") }
        }
    }
}
