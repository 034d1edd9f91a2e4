import Foundation

/// A user of this machine other than the one who runs the tests. Only root can run programs as this user.
package struct OtherUser: Sendable {
    package static var isPossible: Bool { geteuid() == 0 }

    private static let setpriv = "/usr/bin/setpriv"
    /// The identifier of `nobody`.
    private static let id: uid_t = 65_534

    /// A copy of Confab that this user may read.
    private let program: String

    /// Makes the user the owner of a home, and copies the program there, because the build directory may be
    /// inaccessible to others.
    package init(movingInto home: Sandbox) throws {
        program = home.path + "/confab"
        let files = FileManager.default
        try files.copyItem(atPath: ProgramLocation.confab, toPath: program)
        let inside = files.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
        for path in [home.path] + inside.map({ "\(home.path)/\($0)" }) {
            guard lchown(path, Self.id, Self.id) == 0 else {
                throw ScreenFailure.notStarted(program: path, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Returns the program and arguments that run Confab as this user.
    func command(_ arguments: [String]) -> (path: String, arguments: [String]) {
        let identity = ["--reuid=\(Self.id)", "--regid=\(Self.id)", "--clear-groups", "--", program]
        return (Self.setpriv, identity + arguments)
    }
}
