import Foundation

/// A session bus by dbus-daemon, without any services. It ends when this object is deallocated.
package final class DesktopBus: Sendable {
    private static let program = "/usr/bin/dbus-daemon"

    /// Whether this machine has the required programs and libraries.
    package static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: program)
            && ["x86_64", "aarch64"].contains { machine in
                FileManager.default.fileExists(atPath: "/usr/lib/\(machine)-linux-gnu/libdbus-1.so.3")
            }
    }

    /// The path of its socket.
    package let path: String
    private let daemon: CommandProcess

    /// - Parameter home: The sandbox whose programs find the bus in their runtime directory.
    package init(in home: Sandbox) async throws {
        path = home.path + "/run/bus"
        let file = home.path + "/bus.conf"
        let rules = """
            <busconfig><type>session</type><listen>unix:path=\(path)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy></busconfig>
            """
        try rules.write(toFile: file, atomically: true, encoding: .utf8)
        daemon = try CommandProcess(
            Self.program, arguments: ["--nofork", "--nopidfile", "--config-file=\(file)", "--print-address=1"],
            environment: home.environment)
        let patience = Patience()
        while !daemon.output.contains("unix:") {
            guard await patience.pause() else {
                throw ScreenFailure.notStarted(program: Self.program, reason: daemon.errors)
            }
        }
    }
}
