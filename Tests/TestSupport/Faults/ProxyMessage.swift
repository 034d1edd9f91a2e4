import MatrixAPI

/// An HTTP/1.1 request or response with its whole body, however it was framed.
struct ProxyMessage: Sendable {
    var startLine: String
    var headers: [(name: String, value: String)]
    var body: [UInt8] = []
    /// The declared length, if it differs from the real one.
    var claimedLength: Int?

    var method: String { word(0) }
    var target: String { word(1) }
    /// The target without the query.
    var path: String { String(target.prefix { $0 != "?" }) }
    /// The status of a response.
    var status: Int { Int(word(1)) ?? 0 }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The head as it is forwarded. It has a length, so that a truncated body can be detected.
    var head: [UInt8] {
        let framing = ["content-length", "transfer-encoding"]
        var lines = [startLine]
        lines += headers.filter { !framing.contains($0.name.lowercased()) }.map { "\($0.name): \($0.value)" }
        if status != 101 { lines.append("Content-Length: \(claimedLength ?? body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    var bytes: [UInt8] { head + body }

    /// Creates a response of the proxy itself.
    init(status: Int, headers: [String: String], body: String) {
        startLine = "HTTP/1.1 \(status) Status"
        self.headers = headers.map { ($0.key, $0.value) }
        self.body = Array(body.utf8)
    }

    /// Creates an error whose text repeats a whole request.
    init(status: Int, repeating request: ProxyMessage) {
        let headers = request.headers.map { "\($0.name): \($0.value)" }
        let words = [request.startLine] + headers + [String(decoding: request.body, as: UTF8.self)]
        let error: JSONValue = ["errcode": "M_UNKNOWN", "error": .string(words.joined(separator: " "))]
        self.init(status: status, headers: ["Content-Type": "application/json"], body: error.serializedText)
    }

    /// - Parameter head: The head without the empty line at its end.
    init(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        startLine = lines.first ?? ""
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
    }

    private func word(_ index: Int) -> String {
        let words = startLine.split(separator: " ")
        return index < words.count ? String(words[index]) : ""
    }
}
