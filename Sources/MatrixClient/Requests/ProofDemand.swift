import MatrixAPI

/// What a server asks for before it believes whose an account is. Where both ways are open the person has the choice.
package struct ProofDemand: Hashable, Sendable {
    /// Whether the account's password is enough.
    package let takesPassword: Bool
    /// What the server asks for beside a password, by the specification's name, such as `m.login.sso`.
    package let stage: String?
    /// The page on which a browser does ``stage``, `https` or `http`; the same request goes through with ``session`` then. `nil` where no browser
    /// finds the way there.
    package let page: String?
    /// Under which the server remembers what was proven.
    package let session: String?

    package init(takesPassword: Bool, stage: String?, page: String?, session: String?) {
        self.takesPassword = takesPassword
        self.stage = stage
        self.page = page
        self.session = session
    }

    init(_ demand: AuthenticationDemand, at homeserver: HomeserverLocation) {
        let byPassword = { (stage: String) in AuthenticationStages.byPassword.contains(stage) }
        let others = demand.flows.compactMap { flow in flow.first { !byPassword($0) } }
        takesPassword = demand.flows.contains { $0.allSatisfy(byPassword) }
        stage = others.first
        session = demand.session
        page = others.first.flatMap { ProofDemand.page(of: $0, demand, at: homeserver) }
    }

    /// The page that the stage names (client-server API, "OAuth authentication"), or else that of the section "Fallback".
    private static func page(
        of stage: String, _ demand: AuthenticationDemand, at homeserver: HomeserverLocation
    ) -> String? {
        if let page = demand.parameters[stage]?["url"]?.string,
            page.hasPrefix("https://") || page.hasPrefix("http://")
        {
            return page
        }
        guard case .url = homeserver, let session = demand.session, stage.contains(where: { $0 != "." }) else {
            return nil
        }
        let request = MatrixRequest(.get, "v3", "auth", stage, "fallback", "web", query: ["session": session])
        return homeserver.url(for: request.target)
    }
}
