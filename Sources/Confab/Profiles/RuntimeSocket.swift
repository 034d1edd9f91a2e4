import Foundation

/// Where the embedded server's socket may stand: in the user's runtime directory, else in one of our own.
enum RuntimeSocket {
    /// A socket's path has 108 bytes with its end in Linux.
    static let maximumLength = 107

    /// The socket's path for a profile. The directory is made with mode 0700 and its owner checked: in a directory that
    /// somebody else made, somebody else could answer.
    static func path(
        profileName: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ProgramError) -> String {
        let file = "/" + shortName(profileName) + ".sock"
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            let directory = runtime + "/confab"
            if directory.utf8.count + file.utf8.count <= maximumLength, isUsable(directory) { return directory + file }
        }
        let directory = "/tmp/confab-\(getuid())"
        guard isUsable(directory) else {
            throw .directory(path: directory, reason: "it belongs to somebody else, or others can look into it")
        }
        return directory + file
    }

    private static func isUsable(_ directory: String) -> Bool {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return false }
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o077 == 0
    }

    /// A name of at most 40 bytes that is the profile's own.
    private static func shortName(_ name: String) -> String {
        guard name.utf8.count > 40 else { return name }
        let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return name.prefix(16).filter(\.isASCII) + "-" + String(hash, radix: 16)
    }
}
