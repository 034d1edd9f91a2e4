import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Tests spell checking with the dictionaries of this machine. It needs libenchant and an English dictionary.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SpellingTests {
    private static let hasEnglish =
        dlopen("libenchant-2.so.2", RTLD_LAZY) != nil && access("/usr/share/hunspell/en_US.dic", R_OK) == 0

    @Test(.enabled(if: hasEnglish, "libenchant-2-2 or hunspell-en-us is not installed"))
    func misspelledWordIsCorrectedOrAdded() async throws {
        let meeting = try await Meeting.inAChat()
        let bo = meeting.bo
        try bo.save(settings: "[writing]\nspelling = \"en_US\"\n")
        bo.screen.send("I recieve mail ")
        try await bo.screen.waitFor("M-s spelling")
        bo.screen.send(.meta("s"))
        try await bo.screen.waitFor("Add “recieve” to the dictionary")
        bo.screen.send(.enter)
        try await bo.screen.waitFor("▏I receive mail")
        try await bo.screen.waitUntilGone("M-s spelling")
        bo.screen.send(.control("_"))
        try await bo.screen.waitFor("▏I recieve mail")
        bo.screen.send(.meta("s"))
        try await bo.screen.waitFor("Add “recieve” to the dictionary")
        bo.screen.send(.up)
        bo.screen.send(.enter)
        try await bo.screen.waitUntilGone("Add “recieve”")
        try await bo.screen.waitUntilGone("M-s spelling")
        #expect(bo.screen.screen.rows.contains { $0.contains("▏I recieve mail") })
        let own = try FileManager.default.subpathsOfDirectory(atPath: bo.home.path).filter { $0.hasSuffix("en_US.dic") }
        let words = try own.map { try String(contentsOfFile: "\(bo.home.path)/\($0)", encoding: .utf8) }
        #expect(words == ["recieve\n"])
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    @Test(.enabled(if: hasEnglish, "libenchant-2-2 or hunspell-en-us is not installed"))
    func missingDictionaryIsReported() async throws {
        let meeting = try await Meeting.inAChat()
        try meeting.bo.save(settings: "[writing]\nspelling = \"xx_XX\"\n")
        meeting.bo.screen.send("words come ")
        try await meeting.bo.screen.waitFor("there is no dictionary for xx_XX")
    }
}
