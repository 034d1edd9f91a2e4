import Foundation
import ViewModels

/// A file with a registration token. On the command line, other users could see the token in the process list.
struct RegistrationTokenFile {
    /// The limit in bytes.
    private static let longest = 1_024

    let path: String

    /// The credential that a systemd unit passes on (systemd.exec(5), `LoadCredential`); `nil` if there is none.
    static var credential: RegistrationTokenFile? {
        guard let directory = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let file = RegistrationTokenFile(path: directory + "/registration-token")
        return access(file.path, F_OK) == 0 ? file : nil
    }

    /// Returns the first line that isn't blank, trimmed.
    ///
    /// - Throws: an error if the file can't be read, or holds no token.
    func token() throws(ProgramError) -> String {
        guard let token = try tokenIfAny() else {
            throw .file(path: path, reason: .words("commands.file-has-no-token"))
        }
        return token
    }

    /// Returns the token as ``token()`` does; `nil` if the file is empty.
    func tokenIfAny() throws(ProgramError) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
        // Opening a directory succeeds too, but reading it fails.
        guard let bytes = try? file.read(upToCount: Self.longest + 1) ?? Data(), bytes.count <= Self.longest,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .file(path: path, reason: .words("commands.file-has-no-token")) }
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        return line?.trimmingCharacters(in: .whitespaces)
    }
}
