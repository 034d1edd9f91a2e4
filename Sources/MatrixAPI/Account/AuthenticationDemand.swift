/// What a server asks for before it does what it was asked (client-server API, "User-Interactive Authentication API"): the body of an answer
/// with status 401.
package struct AuthenticationDemand: Hashable, Sendable {
    /// The ways that lead there, each with its stages in their order. Those that were done are left out.
    package let flows: [[String]]
    /// What goes with each stage, such as where a browser begins it.
    package let parameters: JSONValue
    /// Names what was done so far in the next request; `nil` where the server doesn't remember that.
    package let session: String?
    /// What was wrong with the last stage.
    package let error: MatrixError?

    /// - Returns: `nil` where no flows are named: the server refuses, and asks for nothing. A flow in which nothing is left to do is
    ///   left out: the server would have let it pass.
    package init?(json: JSONValue) {
        guard let flows = json["flows"]?.array else { return nil }
        let completed = Set((json["completed"]?.array ?? []).compactMap(\.string))
        self.flows = flows.map { flow in
            (flow["stages"]?.array ?? []).compactMap(\.string).filter { !completed.contains($0) }
        }.filter { !$0.isEmpty }
        parameters = json["params"] ?? .emptyObject
        session = json["session"]?.string
        error = MatrixError(json: json)
    }
}
