import Foundation

/// A user of this machine who is somebody else than who runs the tests; only root can act as one.
package struct OtherUser: Sendable {
    package static var isPossible: Bool { geteuid() == 0 }

    private static let setpriv = "/usr/bin/setpriv"
    /// Of `nobody`.
    private static let id: uid_t = 65_534

    /// Confab where this user may read it.
    private let program: String

    /// Gives a home to the user, and puts the program there: where it was built may be closed to others.
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

    /// The program and arguments that run Confab as this user.
    func command(_ arguments: [String]) -> (path: String, arguments: [String]) {
        let identity = ["--reuid=\(Self.id)", "--regid=\(Self.id)", "--clear-groups", "--", program]
        return (Self.setpriv, identity + arguments)
    }
}
