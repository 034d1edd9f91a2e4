import HTTPTypes
import MatrixAPI

/// One row of the route table.
struct Route: Sendable {
    typealias Handler = @Sendable (Call) async throws -> any JSONBody

    let method: HTTPRequest.Method
    /// Segments; one in braces is a parameter, and `v3` also stands for `r0`, its name before version 1.1.
    let template: [String]
    let access: Access
    let answer: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, _ answer: @escaping Handler) {
        self.method = method
        let full = path.hasPrefix("/") ? String(path.dropFirst()) : "_matrix/client/" + path
        template = full.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        self.access = access
        self.answer = answer
    }

    /// - Returns: the parameters, or `nil` where the path is another.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == template.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, segment) in zip(template, segments) {
            if expected.hasPrefix("{") {
                parameters[String(expected.dropFirst().dropLast())] = segment
            } else if expected != segment, !(expected == "v3" && segment == "r0") {
                return nil
            }
        }
        return parameters
    }
}
