import Foundation
import Messenger
import Storage

/// Handles a profile whose session ended for good: unsent messages are written to a file, and neither the token nor
/// the device is used again (client-server API, "Soft logout").
struct EndedSession: Sendable {
    let directory: ProfileDirectory

    /// Ends the session locally. Unsent messages are only written on the first call for a session. The caller has
    /// the profile locked.
    ///
    /// - Parameter database: the database of the profile, if it is already open.
    /// - Returns: the path of the file; `nil` if all messages were sent.
    @concurrent
    func giveUp(_ name: String, database: ProfileDatabase? = nil) async throws -> String? {
        var profile = try directory.load(name)
        if !profile.isLoggedOut {
            profile.unsentFile = try writeUnsent(of: profile, database)
            profile.isLoggedOut = true
            try directory.save(profile)
        }
        directory.tokens(name).remove()
        return profile.unsentFile.map { directory.path(name) + "/" + $0 }
    }

    private func writeUnsent(of profile: Profile, _ open: ProfileDatabase?) throws -> String? {
        let path = directory.database(profile.name)
        // An account that was never opened here has nothing to send.
        guard open != nil || access(path, F_OK) == 0 else { return nil }
        let database = try open ?? ProfileDatabase(path: path)
        defer { if open == nil { database.close() } }
        let words = try database.unsentWords()
        if words.isEmpty { return nil }
        let server = if case .remote(let address) = profile.home { address } else { "" }
        let now = Date()
        let text = UnsentText.build(
            words, account: profile.userID, server: server, now: Int64(now.timeIntervalSince1970 * 1_000))
        return try UnsentWriter(directory: directory.path(profile.name)).keep(text, at: now)
    }
}
