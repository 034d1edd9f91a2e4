import Foundation
import MatrixAPI
import TestSupport

/// A device that uses vodozemac, in a Python program that is controlled by lines of JSON: a list of commands, a list
/// of answers.
final class VodozemacPeer: Sendable {
    private let process: LineProcess
    /// The public keys in Base64.
    let identityKey: String
    let signingKey: String
    let backupKey: String

    init() async throws {
        let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        process = try LineProcess(
            Outside.python, arguments: [Outside.program("vodozemac_peer.py")], environment: environment)
        let keys = try await VodozemacPeer.ask(process, [["do": "keys"]])[0]
        identityKey = keys["curve25519"]?.string ?? ""
        signingKey = keys["ed25519"]?.string ?? ""
        backupKey = keys["backup"]?.string ?? ""
    }

    /// Returns the answers. An answer with an `error` belongs to a failed command.
    func ask(_ commands: [JSONValue]) async throws -> [JSONValue] {
        commands.isEmpty ? [] : try await VodozemacPeer.ask(process, commands)
    }

    /// Runs one command, which has to succeed.
    @discardableResult
    func ask(_ name: String, _ arguments: JSONValue = [:]) async throws -> JSONValue {
        var command = arguments
        command["do"] = .string(name)
        let answer = try await ask([command])[0]
        if let error = answer["error"]?.string { throw ScreenFailure.notSeen("vodozemac's \(name)", screen: error) }
        return answer
    }

    /// Whether one command fails.
    func refuses(_ name: String, _ arguments: JSONValue) async throws -> Bool {
        var command = arguments
        command["do"] = .string(name)
        return try await ask([command])[0]["error"] != nil
    }

    private static func ask(_ process: LineProcess, _ commands: [JSONValue]) async throws -> [JSONValue] {
        process.send(JSONValue.array(commands).serializedText)
        let answers = try JSONValue(parsing: try await process.readLine()).array ?? []
        guard answers.count == commands.count else {
            throw ScreenFailure.notSeen("\(commands.count) answers of vodozemac", screen: process.errors)
        }
        return answers
    }
}
