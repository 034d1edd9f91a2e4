import DurableFiles
import Foundation
import Presentation
import Storage
import ViewModels

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
    func discard(_ name: String, database: ProfileDatabase? = nil) async throws -> String? {
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
        return try UnsentWriter(directory: directory.path(profile.name)).save(text, at: now)
    }
}

/// Writes unsent messages to a new file that only this user can read. Existing files are not overwritten.
struct UnsentWriter {
    let directory: String

    /// - Returns: the file's name, as in `unsent-2026-11-21T2146.txt`.
    func save(_ text: String, at time: Date) throws(ProgramError) -> String {
        let first = "unsent-" + Self.minute(of: time)
        for number in 1...99 {
            let name = first + (number == 1 ? "" : "-\(number)") + ".txt"
            if try make(name, Array(text.utf8)) { return name }
        }
        throw .directory(path: directory, reason: .words("profiles.too-many-files", ["name": first]))
    }

    /// - Returns: whether the file did not exist before.
    private func make(_ name: String, _ content: [UInt8]) throws(ProgramError) -> Bool {
        let path = directory + "/" + name
        do throws(DurableFileError) {
            try DurableFile.create(path, content)
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw .directory(path: path, reason: error.reason)
        }
    }

    private static func minute(of time: Date) -> String {
        var seconds = time_t(time.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H%M", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
