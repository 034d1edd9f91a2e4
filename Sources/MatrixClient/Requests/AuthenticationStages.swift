import MatrixAPI

/// Which stage of a user-interactive authentication to do next (client-server API, "User-Interactive API in the REST API").
struct AuthenticationStages {
    /// What can be done, with the members that go with each.
    let known: [String: JSONValue]
    private var done: Set<String> = []

    init(known: [String: JSONValue]) {
        self.known = known
    }

    /// - Returns: the member `auth` of the next request; `nil` where no flow has only stages that can be done, or one was done in vain.
    mutating func next(_ demand: AuthenticationDemand) -> JSONValue? {
        let possible = demand.flows.filter(canDo).min { $0.count < $1.count }
        guard let stage = possible?.first, var auth = known[stage], done.insert(stage).inserted else { return nil }
        auth["type"] = .string(stage)
        auth["session"] = demand.session.map(JSONValue.string)
        return auth
    }

    func canDo(_ stages: [String]) -> Bool { stages.allSatisfy { known[$0] != nil } }
}
