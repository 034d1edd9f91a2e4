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
