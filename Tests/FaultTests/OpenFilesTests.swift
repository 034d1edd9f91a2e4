import Foundation
import Glibc
import TestSupport
import Testing

/// Tests a server with a low limit of open files, and a client that opens many connections.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OpenFilesTests {
    private static let wanted = 300
    /// The number of requests on an open connection while another one can't be accepted.
    private static let requests = 200

    @Test func serverLimitsConnectionsToKeepFileDescriptors() async throws {
        let server = try await ServerProcess(openFiles: 256)
        var connections = try (0..<Self.wanted).map { _ in try HeldConnection(port: server.port) }
        try await waitUntil("the server has what it takes") { try Self.openFiles(of: server) > 150 }
        // The first connection was accepted, and its responses need the database.
        for _ in 0..<5 { #expect(try connections[0].answer(to: "POST", "v3/login").hasPrefix("HTTP/1.1 403")) }
        #expect(try Self.openFiles(of: server) < 256)
        connections = []
        try await waitUntil("others get in again") {
            try HeldConnection(port: server.port).answer(to: "GET", "versions").hasPrefix("HTTP/1.1 200")
        }
        #expect(try !server.said().contains("could not be accepted"))
    }

    @Test func acceptPausesWithoutFileDescriptorsAndRecovers() async throws {
        let sandbox = try Sandbox()
        let failures = sandbox.path + "/failures"
        let server = try await ServerProcess(environment: [
            "LD_PRELOAD": ProgramLocation.beside("libTestDisk.so"), "TEST_DISK_ACCEPTS": failures,
        ])
        let process = try #require(server.processIdentifier)
        let known = try HeldConnection(port: server.port)
        #expect(try known.answer(to: "GET", "versions").hasPrefix("HTTP/1.1 200"))
        try await ResourceLimit.set("nofile", to: "\(try Self.openFiles(of: server)):", of: process)
        let others = try (0..<20).map { _ in try HeldConnection(port: server.port) }
        try await waitUntil("one can't be accepted") { try Self.size(of: failures) > 0 }
        for _ in 0..<Self.requests {
            #expect(try known.answer(to: "GET", "versions").hasPrefix("HTTP/1.1 200"))
        }
        // Without the pause the server would retry many times between two responses.
        #expect(try Self.size(of: failures) < Self.requests)
        try await ResourceLimit.set("nofile", to: "1024:", of: process)
        for other in others { #expect(try other.answer(to: "GET", "versions").hasPrefix("HTTP/1.1 200")) }
    }

    private static func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    private static func openFiles(of server: ServerProcess) throws -> Int {
        let process = try #require(server.processIdentifier)
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    private func waitUntil(_ what: Comment, _ holds: () throws -> Bool) async throws {
        while try !holds() {
            guard await Pause.milliseconds(10) else {
                Issue.record(what)
                return
            }
        }
    }
}
