import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct BackupVersionTests {
    private let ana: Household
    private let key = BackupKey()
    private let told: JSONValue

    init() throws {
        ana = try Household("@ana:x")
        var told = try BackupVersion.body(
            for: key.publicKey, signedBy: ana.account, of: ana.address, and: ana.own)
        told["version"] = "3"
        told["etag"] = "tea"
        told["count"] = 7
        self.told = told
    }

    @Test func backupIsRecognizedByItsSigners() throws {
        let backup = try BackupVersion(json: told)
        #expect(backup.version == "3" && backup.etag == "tea" && backup.count == 7)
        #expect(backup.publicKey == key.publicKey && backup.belongs(to: key) && !backup.belongs(to: BackupKey()))
        #expect(try backup.isSigned(by: ana.device) && backup.isSigned(by: ana.identity))
        let other = try Household("@ana:x")
        #expect(try !backup.isSigned(by: other.device) && !backup.isSigned(by: other.identity))
    }

    @Test func forgedBackupIsNotTrusted() throws {
        var forged = told
        forged["auth_data"]?["public_key"] = .string(BackupKey().publicKey.base64)
        let backup = try BackupVersion(json: forged)
        #expect(try !backup.isSigned(by: ana.device) && !backup.isSigned(by: ana.identity))
        #expect(!backup.belongs(to: key))
        var unsigned = told
        unsigned["auth_data"]?["signatures"] = nil
        #expect(try !BackupVersion(json: unsigned).isSigned(by: ana.device))
    }

    @Test func backupWithoutAMasterKeyIsSignedByTheDevice() throws {
        var told = told
        told["auth_data"] = try BackupVersion.body(
            for: key.publicKey, signedBy: ana.account, of: ana.address, and: nil)["auth_data"]
        let backup = try BackupVersion(json: told)
        #expect(try backup.isSigned(by: ana.device) && !backup.isSigned(by: ana.identity))
    }

    @Test func malformedBackupsGetSpecificErrors() throws {
        for name in ["algorithm", "auth_data", "version", "etag", "count"] {
            var without = told
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try BackupVersion(json: without) }
        }
        var changed = told
        changed["algorithm"] = "org.tea"
        #expect(throws: CryptoError.unsupportedAlgorithm("org.tea")) { try BackupVersion(json: changed) }
        changed = told
        changed["count"] = -1
        #expect(throws: CryptoError.missingMember("count")) { try BackupVersion(json: changed) }
        changed = told
        changed["auth_data"]?["public_key"] = "AAAA"
        #expect(throws: CryptoError.wrongKeyLength(3)) { try BackupVersion(json: changed) }
    }
}
