import MatrixAPI

/// Chooses the next stage of a user-interactive authentication (client-server API, "User-Interactive
/// API in the REST API").
struct AuthenticationStages {
    /// The supported stages, with the members for each.
    let known: [String: JSONValue]
    private var done: Set<String> = []

    init(known: [String: JSONValue]) {
        self.known = known
    }

    /// - Returns: the member `auth` of the next request; `nil` if no flow has only supported stages, or a stage failed.
    mutating func next(_ demand: AuthenticationDemand) -> JSONValue? {
        let possible = demand.flows.filter(canDo).min { $0.count < $1.count }
        guard let stage = possible?.first, var auth = known[stage], done.insert(stage).inserted else { return nil }
        auth["type"] = .string(stage)
        auth["session"] = demand.session.map(JSONValue.string)
        return auth
    }

    func canDo(_ stages: [String]) -> Bool { stages.allSatisfy { known[$0] != nil } }
}
