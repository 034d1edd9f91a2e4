import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct LoginTargetTests {
    @Test(arguments: ["@ana:example.org", "ana:example.org", "ana:example.org:8448"])
    func matrixIDSuffices(address: String) throws {
        let target = try LoginTarget(address: address, user: nil)
        #expect(target.server == "")
        #expect(target.user == (address.hasPrefix("@") ? address : "@" + address))
        #expect(try LoginTarget(address: nil, user: address) == target)
    }

    @Test(arguments: ["example.org", "example.org:8448", "https://example.org", "unix:/run/team", "[::1]:8008"])
    func serverAddressIsNotAMatrixID(address: String) throws {
        let target = try LoginTarget(address: address, user: "ana")
        #expect(target.server == address)
        #expect(target.user == "ana")
    }

    @Test func serverIsNilWithoutAnAddress() throws {
        #expect(try LoginTarget(address: nil, user: "ana").server == nil)
        #expect(try LoginTarget(address: nil, user: nil).server == nil)
    }

    @Test func conflictingMatrixIDsAreRejected() {
        #expect(throws: ProgramError.self) { try LoginTarget(address: "ana:example.org", user: "@bo:example.org") }
    }
}
