import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(2))) struct ProfileLockTests {
    @Test func aSecondOneIsRefusedAndToldWhoHasIt() throws {
        let home = try ScratchDirectory()
        let lock = try ProfileLock(directory: home.path, name: "ana")
        let error = #expect(throws: ProgramError.self) { try ProfileLock(directory: home.path, name: "ana") }
        #expect(error?.message.contains("(process \(getpid()))") == true)
        #expect(error?.exitCode == 1)
        withExtendedLifetime(lock) {}
    }

    @Test func itIsFreeAgainWhenItsHolderIsGone() throws {
        let home = try ScratchDirectory()
        var lock: ProfileLock? = try ProfileLock(directory: home.path, name: "ana")
        #expect(lock != nil)
        lock = nil
        #expect(throws: Never.self) { try ProfileLock(directory: home.path, name: "ana") }
    }
}
