import Glibc
import NIOCore

/// Turns what the system says about an address into an error that names it.
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
