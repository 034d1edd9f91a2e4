import Foundation
import MatrixAPI
import MatrixClient

/// Which profiles are opened together in one window.
extension ProfileDirectory {
    /// In the order in which they were added; none where one is opened alone.
    var openNames: [String] {
        guard let bytes = FileManager.default.contents(atPath: paths.openProfiles) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// - Parameter names: those that are open together now; whichever were before are so as well.
    func remember(opened names: [String]) throws(ProgramError) {
        let before = openNames
        try write(before + names.filter { !before.contains($0) })
    }

    func remember(closed name: String) throws(ProgramError) {
        try write(openNames.filter { $0 != name })
    }

    /// The profile of somebody who is logged in on this machine.
    ///
    /// - Parameters:
    ///   - user: an ID or the first part of one, as it was typed.
    ///   - server: an address, as it was typed; empty where the ID is to lead to it.
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
