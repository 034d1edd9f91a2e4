import Foundation
package import MatrixAPI

/// The tokens of a program, read from its profile's file.
package enum KeptTokens {
    /// - Parameter home: The home of a ``Sandbox``.
    package static func read(home: String, profile: String) throws -> AccessTokens {
        let path = home + "/data/confab/profiles/\(profile)/token"
        let data = try Data(contentsOf: URL(filePath: path))
        guard let tokens = AccessTokens(json: try JSONValue(parsing: data)) else {
            throw ScreenFailure.notSeen("tokens in \(path)", screen: "")
        }
        return tokens
    }
}
