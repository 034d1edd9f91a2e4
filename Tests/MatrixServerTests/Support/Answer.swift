import MatrixAPI
import NIOHTTP1

/// A response as a client gets it.
struct Answer: Sendable {
    let status: Int
    let body: JSONValue
    let headers: HTTPHeaders

    var code: String? { body["errcode"]?.string }
}
