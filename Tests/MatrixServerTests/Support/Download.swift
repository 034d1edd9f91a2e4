import NIOCore
import NIOHTTP1

/// A file, or a part of one, as a client gets it.
struct Download: Sendable {
    let status: Int
    let bytes: [UInt8]
    let headers: HTTPHeaders

    subscript(header: String) -> String? { headers.first(name: header) }
}
