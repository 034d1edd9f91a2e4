/// A proxy's fault for one request or its response.
package enum Fault: Sendable {
    /// The request never reaches the server, and the connection is reset.
    case loseRequest
    /// The server handles the request, and the client gets a reset instead of its response.
    case loseAnswer
    /// The request waits until ``FaultProxy/mend()``, so that later requests on other connections overtake it.
    case holdRequest
    /// The response waits until ``FaultProxy/mend()``.
    case hold
    /// The client gets this many bytes of the response's body, then a reset.
    case reset(after: Int)
    /// The client gets this many bytes of the response's body, then an orderly end.
    case truncate(after: Int)
    /// The client gets this many bytes of the response's body, and the rest after ``FaultProxy/mend()``.
    case stall(after: Int)
    /// The response's body is sent at this rate, until ``FaultProxy/mend()``.
    case slow(bytesPerSecond: Int)
    /// The server doesn't get the request; the proxy answers.
    case answer(status: Int, headers: [String: String] = [:], body: String)
    /// The server doesn't get the request; the client gets an error that repeats the whole request.
    case echo(status: Int)
    /// The server gets the request twice, and the client gets the second response.
    case repeatRequest
    /// The server doesn't get the request; the client gets the last response to a request of this kind again.
    case repeatAnswer
    /// The response is sent after the next response on another connection. If there is none within a fifth of a
    /// second, it is sent anyway, and doesn't count as a fault.
    case overtaken
    /// The response declares this many bytes, but has only its own.
    case claim(bytes: Int)
    /// The body of the response is replaced.
    case change(@Sendable ([UInt8]) -> [UInt8])

    /// Whether a part of a response waits until ``FaultProxy/mend()``.
    var holdsBack: Bool {
        switch self {
        case .hold, .stall, .slow: true
        default: false
        }
    }

    /// A captive portal, which demands a login in a browser.
    package static let portal = Fault.answer(
        status: 200, headers: ["Content-Type": "text/html"],
        body: "<html><body><h1>Welcome to our network</h1><a href=\"/login\">Log in</a></body></html>")

    /// A reverse proxy in front of a server that is down.
    package static let badGateway = Fault.answer(
        status: 502, headers: ["Content-Type": "text/html"], body: "<html>502 Bad Gateway</html>")

    /// The server doesn't get the request; the proxy answers with JSON.
    package static func json(status: Int = 200, _ body: String) -> Fault {
        .answer(status: status, headers: ["Content-Type": "application/json"], body: body)
    }

    /// The server limits the rate.
    ///
    /// - Parameter milliseconds: The requested pause. `nil` if the response contains none.
    package static func limited(for milliseconds: Int?) -> Fault {
        let pause = milliseconds.map { ",\"retry_after_ms\":\($0)" } ?? ""
        return .json(
            status: 429, "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"Too many requests\"\(pause)}")
    }

    /// The server permanently refuses this request.
    package static func refusal(_ reason: String) -> Fault {
        .json(
            status: 403, "{\"errcode\":\"M_FORBIDDEN\",\"error\":\"\(reason)\"}")
    }
}
