import Foundation
import TestSupport

/// The server of a first run that is shared with others, which runs on after its owner's screen closed.
extension PersonAtScreen {
    /// The process that has its data; this test's own where it runs in the owner's program.
    var serverProcess: Int32? {
        let path = home.path + "/data/confab/profiles/\(name)@localhost/server/server.lock"
        return FileManager.default.contents(atPath: path).flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
    }

    /// It would outlive the test, as it is meant to.
    func endSharedServer() {
        if let process = serverProcess { kill(process, SIGKILL) }
    }
}
