import Foundation
import MatrixCrypto
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct MediaCacheTests {
    private let path = "/tmp/confab-cache-\(UUID().uuidString.prefix(13))"

    private func run(limit: Int64 = 1_000_000, _ body: (MediaCache) throws -> Void) throws {
        // The directory may have been removed already.
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(MediaCache(path: path, limit: limit))
    }

    private func add(
        _ text: String, _ key: String, in cache: MediaCache, encryption: EncryptedFile? = nil
    ) throws -> CachedFile {
        try add(Array(text.utf8), key, in: cache, encryption: encryption)
    }

    private func add(
        _ bytes: [UInt8], _ key: String, in cache: MediaCache, encryption: EncryptedFile? = nil
    ) throws -> CachedFile {
        let part = try cache.part(key)
        defer { part.end() }
        try part.empty()
        try part.write(bytes)
        return try cache.finish(part, key: key, encryption: encryption)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    @Test func cachedFileIsFoundAndPrivate() throws {
        try run { cache in
            #expect(try cache.find("a") == nil)
            let kept = try add("meow", "a", in: cache)
            #expect(kept == CachedFile(path: path + "/a.txt", kind: .txt))
            #expect(try cache.find("a") == kept)
            #expect(names == ["a.txt"])
            let files = FileManager.default
            #expect(try files.attributesOfItem(atPath: kept.path)[.posixPermissions] as? Int == 0o600)
            #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func encryptedFileIsDecryptedAfterHashCheck() throws {
        try run { cache in
            let sealed = EncryptedFile.seal(Array("%PDF-1.7 secret".utf8))
            let kept = try add(sealed.ciphertext, "a", in: cache, encryption: sealed.file)
            #expect(kept.kind == .pdf)
            #expect(try String(contentsOfFile: kept.path, encoding: .utf8) == "%PDF-1.7 secret")
            #expect(names == ["a.pdf"])
        }
    }

    @Test func fileWithWrongHashIsRejected() throws {
        try run { cache in
            var sealed = EncryptedFile.seal(Array("%PDF-1.7 secret".utf8))
            sealed.ciphertext[9] ^= 1
            #expect(throws: MediaError.otherContent) {
                try add(sealed.ciphertext, "a", in: cache, encryption: sealed.file)
            }
            #expect(names.isEmpty)
        }
    }

    @Test func leastRecentlyUsedFilesAreEvicted() throws {
        try run(limit: 10) { cache in
            for (place, key) in ["a", "b"].enumerated() {
                let kept = try add("meow", key, in: cache)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(1_000 + place))], ofItemAtPath: kept.path)
            }
            #expect(try cache.find("a") != nil)
            _ = try add("meow", "c", in: cache)
            #expect(names == ["a.txt", "c.txt"])
            _ = try add(String(repeating: "meow", count: 10), "d", in: cache)
            #expect(names == ["d.txt"])
        }
    }

    @Test func concurrentDownloadOfSameFileIsRejected() throws {
        try run { cache in
            let part = try cache.part("a")
            #expect(throws: MediaError.busy) { try cache.part("a") }
            part.end()
            try cache.part("a").end()
        }
    }

    @Test func symbolicLinkIsNotFollowed() throws {
        try run { cache in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: path + "/a.part", withDestinationPath: path + "/elsewhere")
            #expect(throws: MediaError.self) { try cache.part("a") }
            #expect(names == ["a.part"])
        }
    }
}
