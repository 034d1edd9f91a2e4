import Foundation
import MatrixAPI
import Storage

@testable import Engine
@testable import MatrixCrypto

/// The secrets of a person's device, encoded as base64.
extension Person {
    /// - Returns: The sealing key, and the private keys of the device and of the account that are stored here. For
    ///   each session, the part of its exported key that is always encoded the same.
    func secretKeys() throws -> (device: [String], sessions: [String]) {
        let text = try String(contentsOfFile: profile + "/sealing-key", encoding: .utf8)
        let key = try SealingKey(base64: text)
        let database = try ProfileDatabase.reading(path: database)
        defer { database.close() }
        return try database.encryption.read { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            var secrets = try SecretName.allCases.compactMap { try keys.secret($0) }
            if let account = try keys.account() { secrets += [account.signingKey.secret, account.identityKey.secret] }
            let sessions = try tables.roomKeys(after: 0, limit: 100).map { try keys.open($0.key).session }
            // Version and index take the first five bytes, followed by 128 bytes of the session's key.
            let told = try sessions.map { String(try $0.key(at: $0.firstIndex).exported.dropFirst(8).prefix(160)) }
            return ([text] + secrets.map { UnpaddedBase64.encode($0.revealed) }, told)
        }
    }
}
