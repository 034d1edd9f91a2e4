import Foundation
import Storage

@testable import MatrixCrypto
@testable import Messenger

/// What is secret of a person's device, as base64 has it.
extension Person {
    /// - Returns: what all else is sealed with, the halves of the device's keys and of those of the account that are here; and of each
    ///   session the part that is written the same wherever it is told.
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
            // Version and index come first, in five bytes, and 128 of the session.
            let told = try sessions.map { String(try $0.key(at: $0.firstIndex).exported.dropFirst(8).prefix(160)) }
            return ([text] + secrets.map { UnpaddedBase64.encode($0.revealed) }, told)
        }
    }
}
