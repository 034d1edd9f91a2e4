import Foundation
import ViewModels

/// A file with a registration token, for what others could see in the list of processes.
struct RegistrationTokenFile {
    /// In bytes.
    private static let longest = 1_024

    let path: String

    /// The credential that a unit of systemd passes on (systemd.exec(5), `LoadCredential`); `nil` where there is none.
    static var credential: RegistrationTokenFile? {
        guard let directory = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let file = RegistrationTokenFile(path: directory + "/registration-token")
        return access(file.path, F_OK) == 0 ? file : nil
    }

    /// The first line without blanks around it.
    ///
    /// - Throws: where the file can't be read, or holds no token.
    func token() throws(ProgramError) -> String {
        guard let token = try tokenIfAny() else {
            throw .file(path: path, reason: .words("commands.file-has-no-token"))
        }
        return token
    }

    /// As ``token()``; `nil` where the file is empty.
    func tokenIfAny() throws(ProgramError) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
        // A directory opens as well, and has no bytes.
        guard let bytes = try? file.read(upToCount: Self.longest + 1) ?? Data(), bytes.count <= Self.longest,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .file(path: path, reason: .words("commands.file-has-no-token")) }
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        return line?.trimmingCharacters(in: .whitespaces)
    }
}
