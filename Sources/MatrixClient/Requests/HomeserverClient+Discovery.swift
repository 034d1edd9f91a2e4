import AsyncHTTPClient
import MatrixAPI
import NIOCore
import NIOHTTP1

/// Client-server API, "Well-known URIs".
extension HomeserverClient {
    /// Asks where the homeserver of a server name is, with the specification's rules for failures. Uses this client's connections,
    /// not its homeserver, and no token.
    ///
    /// - Parameter allowsInsecure: whether plain HTTP is accepted beyond this machine.
    package func wellKnownHomeserver(for serverName: String, allowsInsecure: Bool = false) async -> WellKnownAnswer {
        guard let address = HomeserverAddress(scheme: nil, rest: serverName), address.path.isEmpty else {
            return .failPrompt
        }
        // The specification asks at the name alone; a port makes sense on this machine only, where 443 is nobody's.
        let base = address.isLoopback ? address.base : "https://" + address.hostname
        guard let answer = await wellKnown(at: base + "/.well-known/matrix/client") else { return .failPrompt }
        guard answer.status != 404 else { return .ignore }
        guard answer.status == 200, let json = HomeserverClient.json(of: answer) else { return .failPrompt }
        guard let written = json["m.homeserver"]?["base_url"]?.string, !written.isEmpty else { return .failPrompt }
        guard let homeserver = try? Homeserver(userInput: written, allowsInsecure: allowsInsecure),
            case .url = homeserver, written.contains("://")
        else { return .failError }
        return await isHomeserver(homeserver) ? .homeserver(homeserver) : .failError
    }

    private func isHomeserver(_ homeserver: Homeserver) async -> Bool {
        let candidate = HomeserverClient(
            homeserver: homeserver, additionalTrustRoots: additionalTrustRoots, logger: logger)
        let versions = try? await candidate.versions()
        await candidate.shutdown()
        return versions != nil
    }

    /// Follows a few redirects, never to plain HTTP: this file stands on ordinary web sites.
    private func wellKnown(at start: String) async -> HTTPTransport.Answer? {
        var url = start
        for _ in 0..<4 {
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept", value: "application/json")
            guard let answer = try? await transport.execute(request, patience: 20, bodyLimit: 64 << 10) else {
                return nil
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
