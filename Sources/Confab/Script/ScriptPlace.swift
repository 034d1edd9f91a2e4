import Foundation

/// The socket at which the process that has a profile open listens for commands. Its path is noted in the profile's
/// directory: a command that cron runs has another runtime directory than the user's session.
struct ScriptPlace {
    private let profileName: String
    private let note: String

    /// - Parameter directory: the directory of the profile.
    init(profileName: String, directory: String) {
        self.profileName = profileName
        note = directory + "/ask"
    }

    /// Connects to the process; `nil` if none listens.
    func connect() throws(ProgramError) -> ScriptConnection? {
        if let noted, let connection = Self.open(noted) { return connection }
        return Self.open(try RuntimeSocket.scriptPath(profileName: profileName))
    }

    /// Saves the path if it differs from the saved one, since a write to disk is slow. Without the note, commands
    /// with the same runtime directory still find the socket.
    func keep(_ path: String) {
        if noted != path { try? ProgramPaths.writePrivateFile(path.utf8, to: note) }
    }

    private var noted: String? {
        FileManager.default.contents(atPath: note).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Connects to a socket of the same user only.
    private static func open(_ path: String) -> ScriptConnection? {
        ScriptConnection.open(path).flatMap { $0.isOfSameUser ? $0 : nil }
    }
}
