import MatrixAPI

/// Which stage of a registration to do next (client-server API, "User-Interactive API in the REST API").
struct RegistrationStages {
    let registrationToken: String?
    private var done: Set<String> = []

    init(registrationToken: String?) {
        self.registrationToken = registrationToken
    }

    /// Reads the server's answer with status 401.
    ///
    /// - Returns: the member `auth` of the next request.
    mutating func next(_ answer: JSONValue) throws(MatrixClientError) -> JSONValue {
        // A stage that was refused answers with the flows and an error; doing it again would be refused again.
        if let error = MatrixError(json: answer) {
            throw .matrix(error, status: 401, retryAfterMilliseconds: nil)
        }
        let completed = Set((answer["completed"]?.array ?? []).compactMap(\.string))
        let flows = (answer["flows"]?.array ?? []).map { flow in
            (flow["stages"]?.array ?? []).compactMap(\.string).filter { !completed.contains($0) }
        }
        let possible = flows.filter { $0.allSatisfy(canDo) }.min { $0.count < $1.count }
        guard let stage = possible?.first, done.insert(stage).inserted else {
            throw .registrationNeeds(stages: Array(Set(flows.flatMap { $0 }.filter { !canDo($0) })).sorted())
        }
        var auth: JSONValue = ["type": .string(stage)]
        auth["session"] = answer["session"]
        if stage == "m.login.registration_token" { auth["token"] = registrationToken.map(JSONValue.string) }
        return auth
    }

    private func canDo(_ stage: String) -> Bool {
        stage == "m.login.dummy" || (stage == "m.login.registration_token" && registrationToken != nil)
    }
}
