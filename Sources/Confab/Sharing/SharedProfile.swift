import Foundation
import MatrixServer

/// A profile whose server `confab serve` runs, so that others are on it as well.
struct SharedProfile {
    let profile: Profile
    let directory: String
    private(set) var shared: SharedServer

    /// - Parameters:
    ///   - data: where the server keeps its data.
    ///   - listen: where it is to listen; `nil` for where it listened before.
    ///   - registrationToken: what is to let others in; `nil` for what let them in before.
    ///   - publicURL: where a proxy serves it; `nil` for where one did before.
    /// - Returns: `nil` where the data are no profile's.
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

    /// Has the profile's own program reach the server once it runs and this is saved.
    mutating func prepare(_ server: EmbeddedServer) async throws(ServerError) {
        if shared.ownToken == nil || shared.guideToken == nil {
            let sessions = try await server.sessions(of: profile)
            (shared.ownToken, shared.guideToken) = (sessions.own, sessions.guide)
        }
    }

    func save() throws(ProgramError) { try shared.save(to: directory) }
}
