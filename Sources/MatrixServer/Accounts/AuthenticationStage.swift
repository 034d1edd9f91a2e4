import HTTPTypes
import MatrixAPI

/// The single stage that a request asks for, so that the server keeps no session (client-server API,
/// "User-Interactive Authentication API").
struct AuthenticationStage: Sendable {
    /// The client's `auth` object.
    let given: JSONValue?
    private let name: String
    private let demand: JSONValue

    init(_ name: String, in call: Call) {
        self.name = name
        given = call.body["auth"]
        demand = [
            "flows": [["stages": [.string(name)]]], "params": [:], "completed": [],
            "session": .string(given?["session"]?.string ?? Base64.urlSafe((0..<12).map { _ in .random(in: 0...255) })),
        ]
    }

    /// Whether the client sent this stage, and not another or none.
    var isGiven: Bool { given?["type"]?.string == name }

    /// The response that asks for the stage.
    var asked: Refusal { Refusal(.unauthorized, body: demand) }

    /// Asks for the stage again because the client's answer is wrong.
    func refused(_ message: String) -> Refusal {
        Refusal(.unauthorized, body: MatrixError(.forbidden, message, details: demand.object ?? [:]).json)
    }
}
