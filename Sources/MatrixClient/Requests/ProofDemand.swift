import MatrixAPI

/// The proof of the account's ownership that a server requires. If there are two ways, the user can choose.
package struct ProofDemand: Hashable, Sendable {
    /// Whether the account's password is sufficient.
    package let takesPassword: Bool
    /// The stage that the server requires besides a password, by the specification's name, such as `m.login.sso`.
    package let stage: String?
    /// The page on which a browser completes ``stage``, `https` or `http`. The same request then succeeds with
    /// ``session``. `nil` if a browser can't reach it.
    package let page: String?
    /// The session in which the server stores the completed stages.
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

    /// Returns the page that the stage names (client-server API, "OAuth authentication"), or else that of the
    /// section "Fallback".
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
