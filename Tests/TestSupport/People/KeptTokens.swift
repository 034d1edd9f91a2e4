import Foundation
package import MatrixAPI

/// What a program keeps to authenticate with, as its profile's file has it.
package enum KeptTokens {
    /// - Parameter home: of a ``Sandbox``.
    package static func read(home: String, profile: String) throws -> AccessTokens {
        let path = home + "/data/confab/profiles/\(profile)/token"
        let data = try Data(contentsOf: URL(filePath: path))
        guard let tokens = AccessTokens(json: try JSONValue(parsing: data)) else {
            throw ScreenFailure.notSeen("tokens in \(path)", screen: "")
        }
        return tokens
    }
}
