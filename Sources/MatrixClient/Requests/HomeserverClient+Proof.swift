import MatrixAPI

/// Client-server API, "User-Interactive Authentication API".
extension HomeserverClient {
    /// Sends a request for which a server may ask for proof of the account's ownership.
    ///
    /// - Throws: ``MatrixClientError/proofNeeded(_:)`` if the proof is insufficient, and
    ///   ``MatrixClientError/wrongPassword``.
    func perform(
        _ request: MatrixRequest, of userID: String, _ proof: AccountProof
    ) async throws(MatrixClientError) -> JSONValue {
        var request = request
        var stages = AuthenticationStages.proving(userID, by: proof)
        var isPassword = false
        request.body?["auth"] = proof.session.map { ["session": .string($0)] }
        while true {
            let answer = try await answer(to: request)
            let json = HomeserverClient.json(of: answer)
            if answer.status == 200 {
                guard let json else { throw .notMatrix(status: 200) }
                return json
            }
            guard answer.status == 401, let demand = json.flatMap(AuthenticationChallenge.init(json:)) else {
                throw HomeserverClient.failure(of: answer)
            }
            if let error = demand.error, isPassword {
                throw error.code == .forbidden ? .wrongPassword : HomeserverClient.failure(of: answer)
            }
            guard let auth = stages.next(demand) else { throw .proofNeeded(ProofChallenge(demand, at: homeserver)) }
            isPassword = auth["type"]?.string == AuthenticationStages.password
            request.body?["auth"] = auth
        }
    }
}

extension AuthenticationStages {
    fileprivate static let password = "m.login.password"
    /// The stages that a password completes.
    static let byPassword: Set<String> = [password, "m.login.dummy"]

    fileprivate static func proving(_ userID: String, by proof: AccountProof) -> AuthenticationStages {
        var known: [String: JSONValue] = ["m.login.dummy": .emptyObject]
        known[password] = proof.password.map {
            ["identifier": ["type": "m.id.user", "user": .string(userID)], "password": .string($0)]
        }
        return AuthenticationStages(known: known)
    }
}

/// The proof of the account's ownership that a server requires. If there are two ways, the user can choose.
package struct ProofChallenge: Hashable, Sendable {
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

    init(_ demand: AuthenticationChallenge, at homeserver: HomeserverLocation) {
        let byPassword = { (stage: String) in AuthenticationStages.byPassword.contains(stage) }
        let others = demand.flows.compactMap { flow in flow.first { !byPassword($0) } }
        takesPassword = demand.flows.contains { $0.allSatisfy(byPassword) }
        stage = others.first
        session = demand.session
        page = others.first.flatMap { ProofChallenge.page(of: $0, demand, at: homeserver) }
    }

    /// Returns the page that the stage names (client-server API, "OAuth authentication"), or else that of the
    /// section "Fallback".
    private static func page(
        of stage: String, _ demand: AuthenticationChallenge, at homeserver: HomeserverLocation
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
