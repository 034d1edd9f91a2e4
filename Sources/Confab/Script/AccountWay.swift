/// How a command gets at an account: by the Confab that has it open, or by itself where none has.
enum AccountWay {
    case running(ScriptConnection)
    case own(PreparedProfile)

    /// Another command may hold the profile for a moment, and answers nothing: that is waited for.
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
