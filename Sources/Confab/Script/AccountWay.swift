/// A command's access to an account: through the running Confab, or by opening the profile itself if none runs.
enum AccountWay {
    case running(ScriptConnection)
    case own(PreparedProfile)

    /// Finds the access. Another command may lock the profile briefly without listening for requests, so this retries.
    ///
    /// - Parameter deadline: by the clock of ``ScriptConnection/now``.
    static func find(
        _ profile: Profile, in directory: ProfileDirectory, until deadline: Int64
    ) async throws -> AccountWay {
        let place = ScriptPlace(profileName: profile.name, directory: directory.path(profile.name))
        while true {
            do {
                return .own(try PreparedProfile(profile, directory: directory))
            } catch ProgramError.profileInUse(let name, let processID) {
                if let connection = try place.connect() { return .running(connection) }
                guard ScriptConnection.now < deadline else {
                    throw ProgramError.profileInUse(name: name, processID: processID)
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
