import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProfileLockTests {
    @Test func secondLockFailsNamingTheHolder() throws {
        let home = try ScratchDirectory()
        let lock = try ProfileLock(directory: home.path, name: "ana")
        let error = #expect(throws: ProgramError.self) { try ProfileLock(directory: home.path, name: "ana") }
        guard case .profileInUse("ana", getpid()) = error else { throw try #require(error) }
        #expect(error?.exitCode == 1)
        withExtendedLifetime(lock) {}
    }

    @Test func lockErrorNamesTheHolder() {
        #expect(ProgramError.profileInUse(name: "ana", processID: 1).message.contains("(process 1)"))
        #expect(ProgramError.profileInUse(name: "ana", processID: getpid()).message.contains("in this window"))
    }

    @Test func lockIsReleasedWithItsHolder() throws {
        let home = try ScratchDirectory()
        var lock: ProfileLock? = try ProfileLock(directory: home.path, name: "ana")
        #expect(lock != nil)
        lock = nil
        #expect(throws: Never.self) { try ProfileLock(directory: home.path, name: "ana") }
    }
}
