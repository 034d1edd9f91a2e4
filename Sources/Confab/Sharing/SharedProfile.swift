import Foundation
import MatrixServer

/// A profile with a server that `confab serve` runs, so that other people can use it too.
struct SharedProfile {
    let profile: Profile
    let directory: String
    private(set) var shared: SharedServer

    /// - Parameters:
    ///   - data: the data directory of the server.
    ///   - listen: the address to listen at; `nil` for the previous one.
    ///   - registrationToken: the token for registration; `nil` for the previous one.
    ///   - publicURL: the URL at which a proxy serves it; `nil` for the previous one.
    /// - Returns: `nil` if the data belong to no profile.
    init?(
        servedFrom data: String, listen: ServedAddress?, registrationToken: String?, publicURL: PublicURL? = nil,
        in profiles: ProfileDirectory
    ) throws(ProgramError) {
        let name: String
        if var shared = try SharedServer.load(from: data) {
            if let listen { shared.listen = listen.text }
            self.shared = shared
            name = shared.profile
        } else {
            let place = URL(filePath: data).resolvingSymlinksInPath().path
            guard
                let found = profiles.names.first(where: { name in
                    URL(filePath: profiles.serverData(name)).resolvingSymlinksInPath().path == place
                })
            else { return nil }
            name = found
            shared = SharedServer(profile: name, listen: (listen ?? .usual).text)
        }
        if let registrationToken { shared.registrationToken = registrationToken }
        if let publicURL { shared.publicURL = publicURL }
        profile = try profiles.load(name)
        directory = data
    }

    /// Creates the access tokens with which the profile's own program reaches the server, after it runs
    /// and this is saved.
    mutating func prepare(_ server: EmbeddedServer) async throws(ServerError) {
        if shared.ownToken == nil || shared.guideToken == nil {
            let sessions = try await server.sessions(of: profile)
            (shared.ownToken, shared.guideToken) = (sessions.own, sessions.guide)
        }
    }

    func save() throws(ProgramError) { try shared.save(to: directory) }
}
