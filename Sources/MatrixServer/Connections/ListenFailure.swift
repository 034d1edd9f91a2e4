import Glibc
import NIOCore

/// Turns a system error into an error that names the address.
enum ListenFailure {
    static func describe(_ error: (any Error)?, _ address: ListenAddress) -> ServerError {
        let isInUse = (error as? IOError)?.errnoCode == EADDRINUSE
        let reason = error.map { "\($0)" } ?? "it ended at once"
        switch address {
        case .tcp(let host, let port):
            return isInUse ? .addressInUse("\(host):\(port)") : .addressUnusable("\(host):\(port)", reason: reason)
        case .unixSocket(let path):
            return isInUse ? .socketInUse(path: path) : .socketUnusable(path: path, reason: reason)
        }
    }
}
