/// The authentication that a server requires for a request (client-server API, "User-Interactive Authentication
/// API"). It is the body of an answer with status 401.
package struct AuthenticationDemand: Hashable, Sendable {
    /// The possible flows, each with its stages in order. Completed stages are left out.
    package let flows: [[String]]
    /// The parameters of each stage, such as the address at which a browser begins it.
    package let parameters: JSONValue
    /// The session that the next request has to name; `nil` if the server keeps none.
    package let session: String?
    /// The error of the last stage.
    package let error: MatrixError?

    /// - Returns: `nil` if no flows are named: the server refuses, and asks for nothing. A flow without remaining
    ///   stages is left out: the server would have accepted it.
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
