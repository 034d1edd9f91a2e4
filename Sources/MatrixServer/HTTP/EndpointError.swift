import GRDB
import HTTPTypes
import MatrixAPI

/// An error response: a Matrix error and its HTTP status (client-server API, "Standard error response").
struct EndpointError: Error {
    let status: HTTPResponse.Status
    let body: JSONValue
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ code: MatrixError.Code, _ message: String) {
        self.init(status, body: MatrixError(code, message).json)
    }

    /// - Parameter body: An error, or the object with the stages of user-interactive authentication.
    init(_ status: HTTPResponse.Status, body: JSONValue, headers: HTTPFields = [:]) {
        self.status = status
        self.body = body
        self.headers = headers
    }

    static func forbidden(_ message: String) -> EndpointError { EndpointError(.forbidden, .forbidden, message) }
    static func notFound(_ message: String) -> EndpointError { EndpointError(.notFound, .notFound, message) }
    static func badJSON(_ message: String) -> EndpointError { EndpointError(.badRequest, .badJSON, message) }
    static func missing(_ parameter: String) -> EndpointError {
        EndpointError(.badRequest, .missingParameter, "\(parameter) is missing")
    }
    static func invalid(_ message: String) -> EndpointError { EndpointError(.badRequest, .invalidParameter, message) }
    static func tooLarge(_ message: String) -> EndpointError { EndpointError(.contentTooLarge, .tooLarge, message) }
    /// The account has reached a limit, and must delete something first.
    static func full(_ message: String) -> EndpointError { EndpointError(.forbidden, .resourceLimitExceeded, message) }

    /// No byte of a file is within the requested range.
    static func unsatisfiable(size: Int64) -> EndpointError {
        let error = MatrixError(.unknown, "The file has \(size) bytes")
        return EndpointError(.rangeNotSatisfiable, body: error.json, headers: [.contentRange: "bytes */\(size)"])
    }

    /// The server failed. The error itself is for the log.
    static func failure(_ error: any Error) -> EndpointError {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_FULL { return FileErrorMapping.diskFull }
        if error is ProcessorTimeExceeded {
            return EndpointError(
                .serviceUnavailable, .unknown, "This request takes the server too long: ask for less at once")
        }
        return EndpointError(.internalServerError, .unknown, "The server failed, try again")
    }

    /// The server has no capacity for this now; the same request may succeed later.
    static func busy(_ message: String, milliseconds: Int64) -> EndpointError {
        EndpointError(
            .serviceUnavailable,
            body: MatrixError(.limitExceeded, message, details: ["retry_after_ms": .integer(milliseconds)]).json)
    }

    static func limited(milliseconds: Int64) -> EndpointError {
        EndpointError(
            .tooManyRequests,
            body: MatrixError(
                .limitExceeded, "Too many requests, wait a little", details: ["retry_after_ms": .integer(milliseconds)]
            ).json)
    }

    /// - Parameter seconds: The time to wait, up to a day.
    static func limited(seconds: Double) -> EndpointError {
        limited(milliseconds: Int64(min(max(seconds, 0.001), 86_400) * 1_000))
    }
}
