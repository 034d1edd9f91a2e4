import Foundation
import Messenger
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct SessionBusTests {
    @Test func busAddressComesFromTheEnvironment() {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/nowhere"]
        #expect(SessionBus.address(environment) == "unix:path=/a")
    }

    @Test func busAddressFallsBackToTheRuntimeDirectory() throws {
        let directory = try ScratchDirectory()
        let runtime = directory.path + "/run;1 ü"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
        #expect(SessionBus.address(["XDG_RUNTIME_DIR": runtime, "DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        #expect(FileManager.default.createFile(atPath: runtime + "/bus", contents: nil))
        let address = SessionBus.address(["XDG_RUNTIME_DIR": runtime])
        #expect(address == "unix:path=\(directory.path)/run%3b1%20%c3%bc/bus")
        #expect(SessionBus.address([:]) == nil)
        #expect(SessionBus.address(["XDG_RUNTIME_DIR": "elsewhere"]) == nil)
    }

    @Test func notificationTextIsEscapedForMarkup() {
        #expect("<a href='x'>1 & 2</a> &lt;".escapedForMarkup == "&lt;a href='x'&gt;1 &amp; 2&lt;/a&gt; &amp;lt;")
    }
}
