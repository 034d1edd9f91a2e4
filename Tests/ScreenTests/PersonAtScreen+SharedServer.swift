import Foundation
import TestSupport

/// The server of a first run that is shared with others. It continues after its owner's screen is closed.
extension PersonAtScreen {
    /// The process that has the server's data. This is the test's own process if the server runs in the owner's
    /// program.
    var serverProcess: Int32? {
        let path = home.path + "/data/confab/profiles/\(name)@localhost/server/server.lock"
        return FileManager.default.contents(atPath: path).flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
    }

    /// Kills the server, which would outlive the test by design.
    func endSharedServer() {
        if let process = serverProcess { kill(process, SIGKILL) }
    }
}
