import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct SharedServerTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func sharedServerRoundTripsThroughItsFile() throws {
        let shared = SharedServer(profile: "ana@localhost", listen: "127.0.0.1:8008", ownToken: "a", guideToken: "b")
        try shared.save(to: scratch.path)
        #expect(try SharedServer.load(from: scratch.path) == shared)
        #expect(shared.joinLine == "confab login http://127.0.0.1:8008 --register --token \(shared.registrationToken)")
        try SharedServer.remove(from: scratch.path)
        #expect(try SharedServer.load(from: scratch.path) == nil)
    }

    @Test func shareFileIsPrivate() throws {
        try SharedServer(profile: "ana@localhost", listen: "127.0.0.1:8008").save(to: scratch.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/share.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func damagedShareFileIsAnError() throws {
        try Data("{}".utf8).write(to: URL(filePath: scratch.path + "/share.json"))
        #expect(throws: ProgramError.self) { try SharedServer.load(from: scratch.path) }
    }

    @Test(arguments: [
        ("https://chat.example.org", "https://chat.example.org"),
        ("http://chat.example.org:8080/", "http://chat.example.org:8080 --insecure-http"),
    ])
    func joinLineUsesThePublicProxyAddress(address: String, words: String) throws {
        let json =
            #"{"profile":"ana@localhost","listen":"0.0.0.0:8008","registration_token":"t","public_url":"\#(address)"}"#
        try Data(json.utf8).write(to: URL(filePath: scratch.path + "/share.json"))
        let shared = try #require(try SharedServer.load(from: scratch.path))
        #expect(shared.joinLine == "confab login \(words) --register --token t")
        try shared.save(to: scratch.path)
        #expect(try SharedServer.load(from: scratch.path) == shared)
    }

    @Test func registrationTokensAreUnique() {
        let tokens = (0..<100).map { _ in SharedServer(profile: "p", listen: "l").registrationToken }
        #expect(Set(tokens).count == tokens.count)
    }

    @Test(arguments: [
        ("0.0.0.0:80", false), ("127.0.0.1:8008", true), ("[::1]:8008", true), ("192.168.1.2:8008", false),
    ])
    func joinLineWarnsAboutPlainHTTPBeyondLoopback(address: String, isLoopback: Bool) {
        let line = SharedServer(profile: "ana@localhost", listen: address).joinLine
        #expect(line.contains("--insecure-http") == !isLoopback)
        #expect(!line.contains("0.0.0.0"))
    }
}
