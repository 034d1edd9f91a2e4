import Foundation
import MatrixAPI
import MatrixClient

/// The list of profiles that open together in one window.
extension ProfileDirectory {
    /// The names in the order in which they were added; empty if only one profile opens.
    var openNames: [String] {
        guard let bytes = FileManager.default.contents(atPath: paths.openProfiles) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// - Parameter names: the profiles that are open together now. They are added to the list.
    func remember(opened names: [String]) throws(ProgramError) {
        let before = openNames
        try write(before + names.filter { !before.contains($0) })
    }

    func remember(closed name: String) throws(ProgramError) {
        try write(openNames.filter { $0 != name })
    }

    /// Returns the profile of a user who is logged in on this machine.
    ///
    /// - Parameters:
    ///   - user: the typed ID, or its first part.
    ///   - server: the typed address; empty if the ID leads to it.
    func loggedIn(user: String, server: String) -> Profile? {
        let user = LoginMachine.userID(typed: user)
        let address = server.isEmpty ? nil : try? HomeserverLocation(userInput: server, allowsInsecure: true)
        return names.compactMap { try? load($0) }.first { profile in
            guard profile.userID == user || UserID(profile.userID)?.localpart == user, !profile.isLoggedOut else {
                return false
            }
            return switch profile.home {
            case .embedded: server.isEmpty
            case .remote(let home):
                (server.isEmpty || address?.displayText == home) && tokens(profile.name).kept != .nothing
            }
        }
    }

    private func write(_ names: [String]) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(paths.data)
        try ProgramPaths.writePrivateFile(names.map { $0 + "\n" }.joined().utf8, to: paths.openProfiles)
    }
}
