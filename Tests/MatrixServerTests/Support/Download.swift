import NIOCore
import NIOHTTP1

/// A downloaded file, or a range of one.
struct Download: Sendable {
    let status: Int
    let bytes: [UInt8]
    let headers: HTTPHeaders

    subscript(header: String) -> String? { headers.first(name: header) }
}
