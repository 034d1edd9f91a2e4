import Foundation

/// Where the process that holds a profile hears commands. It is noted in the profile's directory: a command that is run by cron, say, has
/// another runtime directory than who sits at a screen.
struct ScriptPlace {
    private let profileName: String
    private let note: String

    /// - Parameter directory: the profile's.
    init(profileName: String, directory: String) {
        self.profileName = profileName
        note = directory + "/ask"
    }

    /// `nil` where nobody hears.
    func connect() throws(ProgramError) -> ScriptConnection? {
        if let noted, let connection = Self.open(noted) { return connection }
        return Self.open(try RuntimeSocket.scriptPath(profileName: profileName))
    }

    /// Most often it is the same as last time, and a write to disk is slow. Where it can't be kept, commands of the same runtime directory
    /// find it all the same.
    func keep(_ path: String) {
        if noted != path { try? ProgramPaths.writePrivateFile(path.utf8, to: note) }
    }

    private var noted: String? {
        FileManager.default.contents(atPath: note).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whoever else listens there is told nothing.
    private static func open(_ path: String) -> ScriptConnection? {
        ScriptConnection.open(path).flatMap { $0.isOfSameUser ? $0 : nil }
    }
}
