import Storage

extension PreparedProfile {
    /// The profile that is seen at the start; `nil` before there is one. Where another process has it open, it is one of those that
    /// are opened together with it.
    ///
    /// - Parameters:
    ///   - chatLimit: as many chats as are seen at once.
    ///   - progress: told how much is done, 0…1, where an earlier version's database has to change.
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
