import Conversations
import Foundation
import Messenger
import Presentation
import Storage
import Testing

@testable import Confab

/// Tests that the commands leave out the same as the screen: messages and invitations of ignored people.
@Suite(.timeLimit(.minutes(5))) struct IgnoredPeopleTests {
    private let home: ScratchDirectory
    private let directory: ProfileDirectory
    private let profile = Profile(
        home: .remote(address: "https://example.org"), userID: "@ana:x", deviceID: "A", displayName: nil)

    init() async throws {
        home = try ScratchDirectory()
        directory = ProfileDirectory(paths: home.paths)
        try directory.save(profile)
        try ProgramPaths.makePrivateDirectory(directory.path(profile.name))
        let database = try ProfileDatabase(path: directory.database(profile.name))
        defer { database.close() }
        var tea = ChatChange(chatID: "!tea:x", membership: .joined)
        tea.givenName = .set("Tea")
        tea.members = ["@ana:x", "@bo:x", "@kim:x"].map {
            ChatMember(userID: $0, displayName: nil, membership: "join")
        }
        tea.timeline = .init(
            messages: [
                said("$1", "words of bo", by: "@bo:x"), said("$2", "words of kim", by: "@kim:x"),
                said("$3", "more of bo", by: "@bo:x"),
            ], isLimited: false, previousBatch: nil)
        var invitation = ChatChange(chatID: "!spam:x", membership: .invited)
        invitation.givenName = .set("From kim")
        invitation.inviter = .set(ChatPerson(userID: "@kim:x", displayName: "kim"))
        invitation.notificationCount = .set(1)
        var slice = SyncSlice(changes: [tea, invitation])
        slice.ignoredUserIDs = ["@kim:x"]
        _ = try await database.sync.apply(slice)
    }

    private func said(_ id: String, _ words: String, by sender: String) -> Message {
        Message(
            eventID: id, sender: sender, timestamp: 1_795_704_141_337, kind: .text, body: words, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
    }

    private func reading<Value>(_ body: (ProfileReader) async throws -> Value) async throws -> Value {
        let reader = try ProfileReader(profile.name, directory: directory)
        defer { reader.close() }
        return try await body(reader)
    }

    @Test func chatsOmitsInvitationsOfIgnoredPeople() async throws {
        #expect(try await reading { try await $0.chats().map(\.id) } == ["!tea:x"])
        #expect(try await reading { try $0.listed().map(\.id) } == ["!tea:x"])
    }

    @Test func invitationOfIgnoredPersonIsNotFoundByName() async throws {
        await #expect(throws: ProgramError.self) { try await reading { try await $0.chat("From kim") } }
    }

    @Test func readOmitsMessagesOfIgnoredPeople() async throws {
        try await reading { reader in
            let chat = try await reader.chat("Tea")
            let (said, end) = try reader.newest(20, in: chat)
            #expect(said.flatMap(\.lines).count == 2 && !said.flatMap(\.lines).joined().contains("kim"))
            #expect(try reader.newer(than: .min, in: chat).records.count == 2)
            #expect(try reader.newer(than: end, in: chat).records.isEmpty)
        }
    }

    @Test(arguments: [ExportFormat.json, .text, .html])
    func exportOmitsMessagesOfIgnoredPeople(format: ExportFormat) async throws {
        let path = home.path + "/export"
        try await reading { reader in
            let output = try ExportOutput(directory: path, name: format.fileName)
            let chat = try await reader.chat("Tea")
            _ = try await ChatExport(reader: reader, chat: chat, format: format, output: output, files: nil).write()
        }
        let text = try String(contentsOfFile: path + "/" + format.fileName, encoding: .utf8)
        #expect(text.contains("words of bo") && text.contains("more of bo") && !text.contains("kim"))
    }

    @Test func unreadOmitsInvitationsOfIgnoredPeople() throws {
        #expect(try UnreadCommand.summary(path: directory.database(profile.name)).total == 0)
    }
}
