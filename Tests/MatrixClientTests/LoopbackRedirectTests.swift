import Foundation
import NIOCore
import Testing

@testable import MatrixClient

/// Tests the redirect of the browser, and forged ones.
@Suite(.timeLimit(.minutes(5))) struct LoopbackRedirectTests {
    @Test func redirectAcceptsTheTokenOnce() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .minutes(5), farewell: "Now go back to Confab.")
        let place = try #require(Place(redirect.address))
        #expect(place.path.utf8.count == 33)
        let answer = place.ask("GET \(place.path)?loginToken=tea%2Dtime HTTP/1.1")
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.contains("go back to Confab") && !answer.contains("tea"))
        #expect(answer.contains("Cache-Control: no-store"))
        #expect(try await redirect.returned() == "tea-time")
        while place.canConnect { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func invalidRedirectRequestsAreRefused() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .minutes(5))
        let place = try #require(Place(redirect.address))
        let path = place.path
        let wrongs = [
            "GET /?loginToken=x HTTP/1.1", "GET \(path.dropLast())?loginToken=x HTTP/1.1",
            "GET \(path)a?loginToken=x HTTP/1.1", "GET \(path) HTTP/1.1", "GET \(path)?loginToken= HTTP/1.1",
            "GET \(path)?loginToken=x&loginToken=y HTTP/1.1", "GET \(path)?loginToken=%zz HTTP/1.1",
            "GET \(path)#?loginToken=x HTTP/1.1",
        ]
        for wrong in wrongs { #expect(place.ask(wrong).hasPrefix("HTTP/1.1 404"), "\(wrong)") }
        for method in ["POST", "HEAD", "PUT", "OPTIONS"] {
            #expect(place.ask("\(method) \(path)?loginToken=x HTTP/1.1").hasPrefix("HTTP/1.1 405"))
        }
        #expect(place.ask("GET \(path)?loginToken=x HTTP/1.1", host: "evil.example").hasPrefix("HTTP/1.1 404"))
        let long = String(repeating: "x", count: 20_000)
        #expect(!place.ask("GET \(path)?loginToken=\(long) HTTP/1.1").hasPrefix("HTTP/1.1 200"))
        #expect(place.ask("GET \(path)?loginToken=right HTTP/1.1").hasPrefix("HTTP/1.1 200"))
        #expect(try await redirect.returned() == "right")
    }

    @Test func redirectListensOnOneLoopbackAddress() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .minutes(5))
        var place = try #require(Place(redirect.address))
        #expect(place.canConnect)
        place.host = "127.0.0.2"
        #expect(!place.canConnect)
        redirect.close()
    }

    @Test func eachRedirectHasItsOwnSecretPath() async throws {
        let redirects = [
            try await LoopbackRedirect.listen(for: .minutes(5)), try await LoopbackRedirect.listen(for: .minutes(5)),
        ]
        let paths = redirects.compactMap { Place($0.address)?.path }
        #expect(paths.count == 2 && paths[0] != paths[1])
        for redirect in redirects { redirect.close() }
    }

    @Test func redirectTimesOut() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .milliseconds(20))
        await #expect(throws: LoginError.browserStayedAway) { try await redirect.returned() }
    }

    @Test func cancelledRedirectStopsWaiting() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .minutes(5))
        let waiting = Task { try await redirect.returned() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func pastedRedirectAddressIsAccepted() async throws {
        let redirect = try await LoopbackRedirect.listen(for: .minutes(5))
        for wrong in ["", "tea", "http://127.0.0.1:1/?loginToken=x", "https://example.org/?loginToken=x"] {
            #expect(!redirect.accept(wrong))
        }
        #expect(redirect.accept(" \(redirect.address)?loginToken=t1 \n"))
        #expect(try await redirect.returned() == "t1")
    }
}

/// An address on loopback, with requests in raw bytes.
private struct Place {
    var host = "127.0.0.1"
    let port: UInt16
    let path: String

    init?(_ address: String) {
        guard let url = URL(string: address), let port = url.port.flatMap(UInt16.init(exactly:)) else { return nil }
        self.port = port
        path = url.path
    }

    var canConnect: Bool {
        guard let connection = connect() else { return false }
        close(connection)
        return true
    }

    func ask(_ line: String, host: String? = nil) -> String {
        guard let connection = connect() else { return "" }
        defer { close(connection) }
        let request = Array("\(line)\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n".utf8)
        send(connection, request, request.count, CInt(MSG_NOSIGNAL))
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(connection, &chunk, chunk.count, 0), count > 0 { answer += chunk.prefix(count) }
        return String(decoding: answer, as: UTF8.self)
    }

    private func connect() -> CInt? {
        let connection = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(connection, $0, size) }
        }
        if result == 0 { return connection }
        close(connection)
        return nil
    }
}
