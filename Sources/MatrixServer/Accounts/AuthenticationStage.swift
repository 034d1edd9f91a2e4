import HTTPTypes
import MatrixAPI

/// The one stage that a request asks for, so that no session has to be remembered (client-server API, "User-Interactive Authentication API").
struct AuthenticationStage: Sendable {
    /// What the client sent for it.
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

    /// Asks for it.
    var asked: Refusal { Refusal(.unauthorized, body: demand) }

    /// Asks for it once more, since what was given is wrong.
    func refused(_ message: String) -> Refusal {
        Refusal(.unauthorized, body: MatrixError(.forbidden, message, details: demand.object ?? [:]).json)
    }
}
