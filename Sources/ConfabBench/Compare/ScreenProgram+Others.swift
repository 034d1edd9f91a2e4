import Foundation
import TestSupport

extension ScreenProgram {
    private static let known = [
        ("profanity", [], "rofanity"), ("weechat", ["--temp-dir"], "WeeChat"), ("irssi", ["--noconnect"], "[(status)]"),
    ]

    /// Returns other full-screen messengers of this machine, each with a separate home directory.
    ///
    /// - Returns: The installed programs, and the names of the missing ones.
    static func others() throws -> (installed: [ScreenProgram], missing: [String]) {
        var installed: [ScreenProgram] = []
        var missing: [String] = []
        for (name, arguments, mark) in known {
            let path = "/usr/bin/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) {
                installed.append(try other(name, path, arguments, mark))
            } else {
                missing.append(name)
            }
        }
        return (installed, missing)
    }

    /// - Parameter mark: The text on its screen once it can be used.
    private static func other(
        _ name: String, _ path: String, _ arguments: [String], _ mark: String
    ) throws -> ScreenProgram {
        let home = try Sandbox()
        return ScreenProgram(
            name: name, size: "",
            open: { try ScreenDriver(path, arguments: arguments, environment: home.environment) },
            isUsable: { $0.contains(mark) }, isReady: { $0.contains(mark) },
            // It has nothing to save, and ends with its screen.
            close: { _ in })
    }
}
