import Conversations
import Glibc
import Storage
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct DamagedDatabaseTests {
        @Test(arguments: Chats.allCases)
        func damagedDatabaseIsSetAsideAndUnsentLinesSalvaged(
            in chats: Chats
        ) async throws {
            let conversation = try await offlineConversation(unsent: 2...40, in: chats)
            let ana = conversation.ana
            try await keepContact("Old friend", of: ana)
            // Damages the first page, which identifies the file, a page with messages, and a page with some of the
            // lines.
            let file = DamagedFile(path: ana.database)
            let lost = try damage(file)
            let saved = Conversation.lines(2...40).filter { !lost.contains($0) }
            #expect(saved.count > 10)

            try await ana.open()
            try await ana.screen.waitFor("The database was damaged")
            try await ana.screen.waitFor("confab.sqlite.damaged-1")
            try await ana.screen.waitFor("\(saved.count) unsent lines, 1 contact")
            try await ana.screen.waitUntil("as many unsent") {
                $0.statusLine.contains("\(saved.count) unsent")
            }
            #expect(access(ana.database + ".damaged-1", F_OK) == 0)

            try await conversation.server.start()
            try await conversation.expectNothingLost(ana: ["n001"] + saved)
            // Data that only this device had is recovered as well.
            try await ana.end(by: SIGTERM)
            #expect(try await contacts(of: ana) == ["Old friend"])
        }

        /// Prepares a conversation with one sent line and several unsent ones that were written without a server.
        /// The program is closed.
        private func offlineConversation(
            unsent: ClosedRange<Int>, in chats: Chats
        ) async throws -> Conversation {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let (ana, server) = (conversation.ana, conversation.server)
            try await ana.say("n001")
            try await conversation.expectNothingLost(ana: ["n001"])
            try await server.end(by: SIGTERM)
            try await ana.waitUntilOffline()
            for line in Conversation.lines(unsent) { try await ana.say(line) }
            try await ana.end(by: SIGTERM)
            return conversation
        }

        /// - Returns: The unsent lines on the damaged page.
        private func damage(_ file: DamagedFile) throws -> Set<String> {
            let lines = Conversation.lines(2...40)
            let line = { (line: String) in "\"body\":\"\(line)\"" }
            let page = try #require(try file.pages(containing: line("n010")).first)
            let lost = try lines.filter { try file.pages(containing: line($0)).contains(page) }
            for damaged in try [0, page] + pagesOfSentLine(file) {
                try file.overwrite(page: damaged, with: 0)
            }
            return Set(lost)
        }

        /// Returns the pages with the sent line. The outbox's pages may still have a trace of it among the unsent
        /// lines.
        private func pagesOfSentLine(_ file: DamagedFile) throws -> [Int] {
            let unsent = Set(try file.pages(containing: "n002") + file.pages(containing: "n003"))
            let pages = try file.pages(containing: "n001").filter { !unsent.contains($0) }
            try #require(!pages.isEmpty)
            return pages
        }

        private func keepContact(_ name: String, of person: Person) async throws {
            let database = try ProfileDatabase(path: person.database)
            defer { database.close() }
            try await database.contacts.save(Contact(userID: "@old:x", place: .device, name: name, note: ""))
        }

        private func contacts(of person: Person) async throws -> [String] {
            let database = try ProfileDatabase(path: person.database)
            defer { database.close() }
            return try await database.contacts.all().filter { $0.place == .device }.map(\.name)
        }
    }
}
