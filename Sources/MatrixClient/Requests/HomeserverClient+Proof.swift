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
            guard answer.status == 401, let demand = json.flatMap(AuthenticationDemand.init(json:)) else {
                throw HomeserverClient.failure(of: answer)
            }
            if let error = demand.error, isPassword {
                throw error.code == .forbidden ? .wrongPassword : HomeserverClient.failure(of: answer)
            }
            guard let auth = stages.next(demand) else { throw .proofNeeded(ProofDemand(demand, at: homeserver)) }
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
