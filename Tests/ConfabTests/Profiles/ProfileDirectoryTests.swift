import Foundation
import MatrixAPI
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProfileDirectoryTests {
    private let home: ScratchDirectory
    private let directory: ProfileDirectory
    private let ana = Profile(home: .embedded, userID: "@ana:localhost", deviceID: "A", displayName: "Ana")
    private let bo = Profile(
        home: .remote(address: "https://example.org"), userID: "@bo:example.org", deviceID: "B", displayName: nil)

    init() throws {
        home = try ScratchDirectory()
        directory = ProfileDirectory(paths: home.paths)
    }

    @Test func emptyDirectoryHasNoProfiles() {
        #expect(directory.names == [])
        #expect(directory.lastUsedName == nil)
    }

    @Test func lastUsedProfileIsRemembered() throws {
        try directory.save(ana)
        try directory.save(bo)
        #expect(directory.lastUsedName == ana.name)
        try directory.remember(lastUsed: bo.name)
        #expect(directory.lastUsedName == bo.name)
        #expect(try directory.load(bo.name) == bo)
    }

    @Test func missingLastUsedProfileFallsBackToAnother() throws {
        try directory.save(ana)
        try directory.remember(lastUsed: bo.name)
        #expect(directory.lastUsedName == ana.name)
    }

    @Test func openProfilesKeepTheirOrder() throws {
        #expect(directory.openNames == [])
        try directory.remember(opened: [ana.name, bo.name])
        // A profile that is opened alone meanwhile doesn't remove the others.
        try directory.remember(opened: [bo.name, "kim@localhost"])
        #expect(directory.openNames == [ana.name, bo.name, "kim@localhost"])
        try directory.remember(closed: bo.name)
        #expect(directory.openNames == [ana.name, "kim@localhost"])
    }

    @Test func loggedInProfileIsFoundByUserAndServer() throws {
        try directory.save(ana)
        try directory.save(bo)
        #expect(directory.loggedIn(user: "ana", server: "") == ana)
        #expect(directory.loggedIn(user: "ana", server: "https://example.org") == nil)
        #expect(directory.loggedIn(user: "bo", server: "") == nil)
        try directory.tokens(bo.name).save(AccessTokens(accessToken: "a token of bo"))
        #expect(directory.loggedIn(user: "@bo:example.org", server: "") == bo)
        #expect(directory.loggedIn(user: "bo", server: "https://example.org") == bo)
        #expect(directory.loggedIn(user: "bo", server: "https://example.com") == nil)
    }

    @Test func unreadableProfileErrorNamesTheFile() throws {
        try directory.save(ana)
        try Data("{".utf8).write(to: URL(filePath: directory.path(ana.name) + "/profile.json"))
        let error = #expect(throws: ProgramError.self) { try directory.load(ana.name) }
        #expect(error?.message.contains("\(directory.path(ana.name))/profile.json is not a profile") == true)
    }

    @Test func secondServerWithTheSameNameIsASeparateProfile() throws {
        try directory.save(ana)
        let served = Profile.Home.remote(address: "http://127.0.0.1:8008")
        let name = directory.name(userID: ana.userID, home: served)
        #expect(name == "ana@localhost-2")
        try directory.save(Profile(name: name, home: served, userID: ana.userID, deviceID: "C", displayName: nil))
        #expect(try directory.load("ana@localhost") == ana)
        #expect(directory.name(userID: ana.userID, home: served) == name)
        #expect(directory.name(userID: ana.userID, home: .embedded) == ana.name)
        let other = Profile.Home.remote(address: "http://127.0.0.1:8009")
        #expect(directory.name(userID: ana.userID, home: other) == "ana@localhost-3")
    }

    @Test func remoteAccountKeepsItsProfileWhenServerMoves() throws {
        try directory.save(bo)
        let moved = Profile.Home.remote(address: "https://matrix.example.org")
        #expect(directory.name(userID: bo.userID, home: moved) == bo.name)
        #expect(directory.name(userID: bo.userID, home: .embedded) == "bo@example.org-2")
    }

    @Test func unknownProfileErrorListsKnownProfiles() throws {
        try directory.save(ana)
        let error = #expect(throws: ProgramError.self) { try directory.load("kim") }
        #expect(error?.message == "There is no profile “kim”. There is: ana@localhost.")
    }

    @Test func tokensAreStoredUntilLogout() throws {
        let store = directory.tokens(bo.name)
        let tokens = AccessTokens(accessToken: "secret", refreshToken: "more", expiresAt: 1_795_000_000_000)
        try store.save(tokens)
        #expect(store.load() == tokens)
        store.remove()
        #expect(store.load() == nil)
    }

    @Test func plainTokenFileOfEarlierVersionIsRead() throws {
        try directory.save(bo)
        for token in ["secret", "syt_YW5h_abc_1", "12345"] {
            try ProgramPaths.writePrivateFile(Array(token.utf8), to: directory.path(bo.name) + "/token")
            #expect(directory.tokens(bo.name).load() == AccessTokens(accessToken: token))
        }
    }

    @Test func renewedTokensReplaceTheOldFile() async throws {
        let store = directory.tokens(bo.name)
        try store.save(AccessTokens(accessToken: "old", refreshToken: "r1", expiresAt: 1))
        try await store.saveInBackground(AccessTokens(accessToken: "new", refreshToken: "r2"))
        #expect(store.load() == AccessTokens(accessToken: "new", refreshToken: "r2"))
        #expect(try ScratchDirectory.mode(of: store.path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path(bo.name)) == ["token"])
    }

    @Test func profileFilesArePrivate() throws {
        try directory.save(bo)
        try directory.tokens(bo.name).save(AccessTokens(accessToken: "secret"))
        try directory.remember(lastUsed: bo.name)
        for path in [home.paths.data, home.paths.profiles, directory.path(bo.name)] {
            #expect(try ScratchDirectory.mode(of: path) == 0o700, "\(path)")
        }
        let files = ["/profile.json", "/token"].map { directory.path(bo.name) + $0 } + [home.paths.lastProfile]
        for path in files { #expect(try ScratchDirectory.mode(of: path) == 0o600, "\(path)") }
    }
}
