import AsyncHTTPClient
import MatrixAPI
import NIOCore
import NIOHTTP1

/// Client-server API, "Well-known URIs".
extension HomeserverClient {
    /// Looks up the homeserver of a server name, with the specification's rules for failures. It uses this client's
    /// connections, but neither its homeserver nor its token.
    ///
    /// - Parameter allowsInsecure: whether plain HTTP is accepted beyond this machine.
    package func wellKnownHomeserver(for serverName: String, allowsInsecure: Bool = false) async -> WellKnownResult {
        guard let address = HomeserverAddress(scheme: nil, rest: serverName), address.path.isEmpty else {
            return .failPrompt(.noServerName)
        }
        // The specification requires the name without a port. A port is used on this machine only, since port 443
        // is usually closed there.
        let base = address.isLoopback ? address.base : "https://" + address.hostname
        let answer: HTTPTransport.Answer
        do throws(MatrixClientError) {
            guard let found = try await wellKnown(at: base + "/.well-known/matrix/client") else {
                return .failPrompt(.badRedirect)
            }
            answer = found
        } catch {
            return .failPrompt(.client(error))
        }
        guard answer.status != 404 else { return .ignore }
        guard answer.status == 200 else {
            return .failPrompt(.siteTrouble(status: answer.status))
        }
        guard let json = HomeserverClient.json(of: answer), json.isObject else {
            return .failPrompt(.unreadableAnswer)
        }
        // NOTSPEC: `m.identity_server` is ignored, as Confab uses no identity server.
        guard let written = json["m.homeserver"]?["base_url"]?.string, !written.isEmpty else {
            return .failPrompt(.unnamed)
        }
        let homeserver: HomeserverLocation
        do throws(MatrixClientError) {
            homeserver = try HomeserverLocation(userInput: written, allowsInsecure: allowsInsecure)
        } catch .insecure {
            return .failError(.unencrypted(written))
        } catch {
            return .failError(.badAddress(written))
        }
        guard case .url = homeserver, written.contains("://") else {
            return .failError(.badAddress(written))
        }
        if let problem = await problem(at: homeserver) { return .failError(.client(problem)) }
        return .homeserver(homeserver)
    }

    /// Returns the reason why no homeserver responds there.
    private func problem(at homeserver: HomeserverLocation) async -> MatrixClientError? {
        let candidate = HomeserverClient(
            homeserver: homeserver, additionalTrustRoots: additionalTrustRoots, logger: logger)
        let problem: MatrixClientError?
        do throws(MatrixClientError) {
            _ = try await candidate.versions()
            problem = nil
        } catch {
            problem = error
        }
        await candidate.shutdown()
        return problem
    }

    /// Follows a few redirects, but never to plain HTTP. Redirects are common because the file is on
    /// ordinary web sites.
    ///
    /// - Returns: `nil` if there are too many redirects or one is not allowed.
    private func wellKnown(at start: String) async throws(MatrixClientError) -> HTTPTransport.Answer? {
        var url = start
        for _ in 0..<4 {
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept", value: "application/json")
            let answer: HTTPTransport.Answer
            do {
                answer = try await transport.execute(request, patience: 20, bodyLimit: 64 << 10)
            } catch {
                throw await failure(of: error)
            }
            guard (300..<400).contains(answer.status) else { return answer }
            guard let target = answer.headers.first(name: "Location") else { return nil }
            if target.hasPrefix("/"), !target.hasPrefix("//"), let scheme = url.firstIndex(of: ":") {
                let authority = url[scheme...].dropFirst(3).prefix { $0 != "/" }
                url = url[..<scheme] + "://" + authority + target
            } else if target.hasPrefix("https://") {
                url = target
            } else {
                return nil
            }
        }
        return nil
    }
}
