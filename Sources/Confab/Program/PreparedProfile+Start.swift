import Storage

extension PreparedProfile {
    /// Opens the profile for the start; `nil` if there is none. If another process has it open, this tries the
    /// other profiles of the same window.
    ///
    /// - Parameters:
    ///   - chatLimit: the number of chats that are visible at once.
    ///   - progress: called with the progress of a database migration, 0…1.
    static func ofStart(
        _ name: String?, in directory: ProfileDirectory, chatLimit: Int = ProfileDatabase.usualChatLimit,
        progress: (Double) -> Void
    ) throws -> PreparedProfile? {
        guard let first = name ?? directory.lastUsedName else { return nil }
        func prepare(_ name: String) throws -> PreparedProfile {
            try Self.prepare(name, in: directory, chatLimit: chatLimit, progress: progress)
        }
        do {
            return try prepare(first)
        } catch ProgramError.profileInUse(let inUse, let process) where name == nil {
            let together = directory.openNames
            for other in together.contains(first) ? together : [] where other != first {
                if let prepared = try? prepare(other) { return prepared }
            }
            throw ProgramError.profileInUse(name: inUse, processID: process)
        }
    }

    private static func prepare(
        _ name: String, in directory: ProfileDirectory, chatLimit: Int, progress: (Double) -> Void
    ) throws -> PreparedProfile {
        let profile = try directory.load(name)
        return try ProfileClaim(.makeRoom, on: name, in: directory).hold {
            try PreparedProfile(profile, directory: directory, chatLimit: chatLimit, progress: progress)
        }
    }
}
