import Glibc
import ViewModels

/// A directory for files that live as long as the program. It is in the user's runtime directory, else one in the
/// temporary directory.
enum RuntimeDirectory {
    /// Creates it with mode 0700 if it is missing, and checks its owner.
    ///
    /// - Parameter length: the maximum length of its path, in bytes.
    static func path(
        atMost length: Int = .max, environment: [String: String] = ProgramEnvironment.value
    ) throws(ProgramError) -> String {
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            let directory = runtime + "/confab"
            if directory.utf8.count <= length, isUsable(directory) { return directory }
        }
        let directory = "/tmp/confab-\(getuid())"
        guard isUsable(directory) else {
            throw .directory(path: directory, reason: .words("profiles.belongs-to-somebody-else"))
        }
        return directory
    }

    private static func isUsable(_ directory: String) -> Bool {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return false }
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o077 == 0
    }
}
