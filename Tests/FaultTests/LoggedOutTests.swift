import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct LoggedOutTests {
        @Test(arguments: Chats.allCases)
        func linesWrittenAfterTokenExpiryWaitForLogin(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            try await ana.client.logOut()
            try await ana.screen.waitUntil("the end of the session") {
                $0.statusLine.contains("logged out")
            }
            try await ana.say("n002")
            try await ana.say("n003")
            try await ana.screen.waitUntil("both as unsent") { screen in
                screen.chat.count { $0.contains("unsent") } == 2
            }
            try await conversation.expectOnServer([(ana, ["n001"])])
            try await ana.kill()

            try await ana.logIn()
            try await ana.open()
            try await conversation.expectEverywhere(["n001", "n002", "n003"])
        }

        /// The pending poll would report it half a minute later.
        @Test(arguments: [
            (#"{"errcode":"M_UNKNOWN_TOKEN","error":"Expired","soft_logout":true}"#, "logged out"),
            (#"{"errcode":"M_USER_LOCKED","error":"Locked","soft_logout":true}"#, "locked this account"),
        ]) func rejectedLineShowsLoggedOutOrLockedImmediately(answer: String, words: String) async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            let refused = proxy.meet(.anything, with: .answer(status: 401, body: answer), times: .max)
            try await ana.say("n002")
            try await ana.screen.waitUntil("what the server says") {
                $0.statusLine.contains(words)
            }
            try await proxy.waitForFaults(by: refused)
        }

        /// A proxy strips the header with the token.
        @Test func tokenStrippedByAProxyDoesNotLogOut() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            let lost = #"{"errcode":"M_MISSING_TOKEN","error":"Missing access token"}"#
            let refused = proxy.meet(.anything, with: .answer(status: 401, body: lost), times: .max)
            try await ana.say("n002")
            proxy.cut()
            try await ana.waitUntilOffline()
            try await proxy.waitForFaults(by: refused)
            #expect(try !ana.screen.screen.statusLine.contains("logged out"))
            proxy.mend()
            try await ana.waitUntilOnline()
            try await conversation.expectEverywhere(["n001", "n002"])
        }

        /// Until the end of the session is noticed, the program counts as online. A password typed for the form must
        /// not be sent as a line.
        @Test func loginBeforeLogoutIsNoticedTypesIntoTheForm() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            let ended = #"{"errcode":"M_UNKNOWN_TOKEN","error":"Expired","soft_logout":true}"#
            let refused = proxy.meet(.anything, with: .answer(status: 401, body: ended), times: .max)
            let screen = try ana.screen
            #expect(screen.screen.statusLine.contains("online"))
            screen.send(.control("o"))
            screen.send("l")
            screen.send("ana likes beans")
            try await screen.waitUntil("the end of the session") {
                $0.statusLine.contains("logged out") && $0.contains("Log in again")
            }
            try await proxy.waitForFaults(by: refused)
            proxy.mend()
            screen.send(.enter)
            try await screen.waitFor("write a message")
            try await ana.waitUntilOnline()
            try await ana.say("n002")
            try await conversation.expectEverywhere(["n001", "n002"])
        }

        /// The form tells a logged-in user that no login is needed, and returns to the chat.
        @Test func loginFormSaysTheUserIsLoggedIn() async throws {
            let conversation = try await Conversation()
            let screen = try conversation.ana.screen
            screen.send(.control("o"))
            screen.send("l")
            try await screen.waitFor("You are logged in. Esc leads back")
            screen.send(.escape)
            try await screen.waitFor("write a message")
        }

        @Test(arguments: Chats.allCases)
        func hardLogoutNamesTheFileOfUnsentText(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            // Leaves a line that may have been sent, one that was not sent, and an unfinished draft.
            let losses = proxy.meet(.send, with: .loseRequest, times: .max)
            try await ana.say("n002")
            try await proxy.waitForFaults(by: losses)
            try await ana.say("n003")
            try ana.screen.send("half a li")
            try await ana.screen.waitFor("▏half a li")
            try await ana.client.logOut()
            let screen = try ana.screen
            try await screen.waitFor("Unsent words are kept in unsent-")

            let text = try unsentText(of: ana)
            #expect(text.contains("(\(conversation.roomID))"))
            #expect(text.contains("may have been sent: look for it first\nn002\n"))
            #expect(text.contains("not sent\nn003\n"))
            #expect(text.contains("--- draft\nhalf a li\n"))
            #expect(!text.contains("n001"))
            try await ana.kill()
            proxy.mend()

            // A new login makes a new device. Lines that may have been sent wait for the user; all others are sent.
            let device = try device(of: ana)
            try await ana.logIn()
            #expect(try self.device(of: ana) != device)
            try await ana.openOnlineWithDraft("half a li")
            try await ana.screen.waitFor("1 failed")
            try await conversation.bo.waitToSee(["n001", "n003"])
            try await conversation.expectOnServer([(ana, ["n001", "n003"])])
        }

        @Test func sessionEndedWhileClosedGetsANewDevice() async throws {
            let conversation = try await Conversation()
            let ana = conversation.ana
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            try ana.screen.send("half a li")
            try await ana.screen.waitFor("▏half a li")
            try await ana.end(by: SIGTERM)
            let device = try device(of: ana)
            try await ana.client.logOut()

            try await ana.logIn()
            #expect(try self.device(of: ana) != device)
            #expect(try unsentText(of: ana).contains("--- draft\nhalf a li\n"))
            try await ana.openOnlineWithDraft("half a li")
        }

        @Test func deactivatedAccountNamesTheFileOfUnsentText() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try ana.screen.send("half a li")
            try await ana.screen.waitFor("▏half a li")
            let gone = "{\"errcode\":\"M_USER_DEACTIVATED\",\"error\":\"This account has been deactivated\"}"
            proxy.meet(.anything, with: .answer(status: 403, body: gone), times: .max)
            proxy.cut()
            try await ana.screen.waitFor("Unsent words are kept in unsent-")
            #expect(try ana.screen.screen.statusLine.contains("This account was deactivated"))
            #expect(try unsentText(of: ana).contains("--- draft\nhalf a li\n"))
        }

        private func profile(of person: Person) -> String { String(person.database.dropLast("/confab.sqlite".count)) }

        /// Returns the content of the single file with unsent lines.
        private func unsentText(of person: Person) throws -> String {
            let directory = profile(of: person)
            let entries = try FileManager.default.contentsOfDirectory(atPath: directory)
            let files = entries.filter { $0.hasPrefix("unsent-") }
            #expect(files.count == 1)
            return try String(contentsOfFile: directory + "/" + #require(files.first), encoding: .utf8)
        }

        private func device(of person: Person) throws -> String {
            let data = try Data(contentsOf: URL(filePath: profile(of: person) + "/profile.json"))
            return try #require(try JSONValue(parsing: data)["device_id"]?.string)
        }
    }
}
