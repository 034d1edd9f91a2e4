/// What a proxy does to one request or to its answer.
package enum Fault: Sendable {
    /// The request never reaches the server, and the connection is reset.
    case loseRequest
    /// The server takes the request; instead of its answer comes a reset.
    case loseAnswer
    /// The answer waits until ``FaultProxy/mend()``.
    case hold
    /// So many bytes of the answer's body, then a reset.
    case reset(after: Int)
    /// So many bytes of the answer's body, then an orderly end.
    case truncate(after: Int)
    /// So many bytes of the answer's body, and the rest after ``FaultProxy/mend()``.
    case stall(after: Int)
    /// The answer's body at this pace, until ``FaultProxy/mend()``.
    case slow(bytesPerSecond: Int)
    /// The server hears nothing of it; somebody on the way answers.
    case answer(status: Int, headers: [String: String] = [:], body: String)
    /// The server hears nothing of it; the error that comes back repeats all that it was sent.
    case echo(status: Int)
    /// The server gets the request twice; its second answer comes back.
    case repeatRequest
    /// The server hears nothing of it; the last answer from such a place comes once more.
    case repeatAnswer
    /// The answer comes after the next one to another connection. Where none comes for a fifth of a second it waited in vain,
    /// goes on, and was no fault.
    case overtaken
    /// The answer is said to have so many bytes, of which no more come than it has.
    case claim(bytes: Int)
    /// The body of the answer becomes another.
    case change(@Sendable ([UInt8]) -> [UInt8])

    /// Whether something of an answer waits until the network is mended.
    var holdsBack: Bool {
        switch self {
        case .hold, .stall, .slow: true
        default: false
        }
    }

    /// A network that wants a login in a browser first.
    package static let portal = Fault.answer(
        status: 200, headers: ["Content-Type": "text/html"],
        body: "<html><body><h1>Welcome to our network</h1><a href=\"/login\">Log in</a></body></html>")

    /// A proxy of somebody else's in front of a server that is down.
    package static let badGateway = Fault.answer(
        status: 502, headers: ["Content-Type": "text/html"], body: "<html>502 Bad Gateway</html>")

    /// The server has had enough for now.
    ///
    /// - Parameter milliseconds: how long it asks to wait; `nil`: it doesn't say.
    package static func limited(for milliseconds: Int?) -> Fault {
        let pause = milliseconds.map { ",\"retry_after_ms\":\($0)" } ?? ""
        return .answer(
            status: 429, headers: ["Content-Type": "application/json"],
            body: "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"Too many requests\"\(pause)}")
    }

    /// The server will never take this one.
    package static func refusal(_ reason: String) -> Fault {
        .answer(
            status: 403, headers: ["Content-Type": "application/json"],
            body: "{\"errcode\":\"M_FORBIDDEN\",\"error\":\"\(reason)\"}")
    }
}
