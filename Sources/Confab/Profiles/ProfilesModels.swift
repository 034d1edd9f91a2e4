import Foundation
import Glibc
import MatrixClient
import ViewModels

/// The name of this device on a homeserver.
enum DeviceName {
    /// The display name, as in `Confab on laptop`.
    static var text: String { host.isEmpty ? "Confab" : "Confab on \(host)" }

    /// The host name; empty if it is unknown.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns ten random letters.
    static func newIdentifier() -> String {
        String((0..<10).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement() ?? "A" })
    }
}

/// The browser for a login.
enum LoginBrowser {
    /// Opens the address if the browser would appear on the user's screen. Over SSH it would appear on another one.
    ///
    /// - Returns: whether the browser was started.
    static func open(
        _ address: String, environment: [String: String] = ProgramEnvironment.value
    ) -> Bool {
        let signs = ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]
        guard signs.contains(where: { !(environment[$0] ?? "").isEmpty }),
            let program = ProgramCommand.browser(environment: environment)
        else { return false }
        return program.start(with: address) == nil
    }
}

extension LoginDialogue {
    /// Returns a dialogue that opens the browser before its address is shown.
    func openingTheBrowser() -> LoginDialogue {
        LoginDialogue(farewell: farewell, report: report, choose: choose) { visit in
            var visit = visit
            visit.isOpened = LoginBrowser.open(visit.address)
            await self.visit(visit)
        }
    }
}

/// A directory for files that live as long as the program. It is in the user's runtime directory, else one in the
/// temporary directory.
enum RuntimeDirectory {
    /// Creates it with mode 0700 if it is missing, and checks its owner.
    ///
    /// - Parameter length: the maximum length of its path, in bytes.
    static func path(
        atMost length: Int = .max, environment: [String: String] = ProgramEnvironment.value
    ) throws(ProgramError) -> String {
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            let directory = runtime + "/confab"
            if directory.utf8.count <= length, isUsable(directory) { return directory }
        }
        let directory = "/tmp/confab-\(getuid())"
        guard isUsable(directory) else {
            throw .directory(path: directory, reason: .words("profiles.belongs-to-somebody-else"))
        }
        return directory
    }

    private static func isUsable(_ directory: String) -> Bool {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return false }
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o077 == 0
    }
}

/// The paths of sockets: in the user's runtime directory, else in a private directory.
enum RuntimeSocket {
    /// The limit in bytes. On Linux, a socket's path has 108 bytes with its terminator.
    static let maximumLength = 107

    /// Returns the socket's path for a profile. The directory's owner is checked, since another user's process
    /// could otherwise answer.
    static func path(
        profileName: String, environment: [String: String] = ProgramEnvironment.value
    ) throws(ProgramError) -> String {
        try path(named: shortName(profileName) + ".sock", environment)
    }

    /// Returns the path of the socket for requests to the process that has a profile open.
    static func scriptPath(
        profileName: String, environment: [String: String] = ProgramEnvironment.value
    ) throws(ProgramError) -> String {
        try path(named: shortName(profileName) + ".ask", environment)
    }

    private static func path(named name: String, _ environment: [String: String]) throws(ProgramError) -> String {
        let file = "/" + name
        let room = maximumLength - file.utf8.count
        return try RuntimeDirectory.path(atMost: room, environment: environment) + file
    }

    /// Returns a name of at most 40 bytes that is unique to the profile.
    private static func shortName(_ name: String) -> String {
        guard name.utf8.count > 40 else { return name }
        let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return name.prefix(16).filter(\.isASCII) + "-" + String(hash, radix: 16)
    }
}
