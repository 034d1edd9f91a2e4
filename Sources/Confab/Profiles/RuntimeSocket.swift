/// Where the embedded server's socket may stand: in the user's runtime directory, else in one of our own.
enum RuntimeSocket {
    /// A socket's path has 108 bytes with its end in Linux.
    static let maximumLength = 107

    /// The socket's path for a profile. The directory is checked: in one that somebody else made,
    /// somebody else could answer.
    static func path(
        profileName: String, environment: [String: String] = ProgramEnvironment.value
    ) throws(ProgramError) -> String {
        try path(named: shortName(profileName) + ".sock", environment)
    }

    /// The path of the socket at which the process that holds a profile is asked for something.
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

    /// A name of at most 40 bytes that is the profile's own.
    private static func shortName(_ name: String) -> String {
        guard name.utf8.count > 40 else { return name }
        let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return name.prefix(16).filter(\.isASCII) + "-" + String(hash, radix: 16)
    }
}
