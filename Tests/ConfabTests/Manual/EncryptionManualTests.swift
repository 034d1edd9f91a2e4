import Panes
import Testing

/// Tests that confab-encryption(7) quotes the texts of the screens correctly, and that its keys lead to these
/// screens.
@Suite(.timeLimit(.minutes(5))) struct EncryptionManualTests {
    private let page: String
    private let words: String

    init() throws {
        page = try Repository.text("man/confab-encryption.7")
        words = try Repository.text("Resources/words.en.txt").replacing("’", with: "'")
    }

    @Test func manualKeysMatchTheBindingTable() throws {
        let ways = Set(page.matches(of: #/\\\(haO ([a-z]) ([a-z])/#).map { "\($0.output.1)\($0.output.2)" })
        let table = BindingTable.all.flatMap { binding in binding.menuLetters.map { ($0, binding.id) } }
        let meant: [String: ActionID] = [
            "sk": .security, "sd": .devices, "uv": .verifyPerson, "oy": .takeIdentity, "oe": .encryptChat,
        ]
        #expect(ways == Set(meant.keys))
        for (way, action) in meant { #expect(table.contains { $0 == (way, action) }, "\(way)") }
    }

    @Test func manualQuotesMatchTheInterface() throws {
        let screens = try #require(page.firstRange(of: ".Sh ON THE COMMAND LINE")).lowerBound
        let quoted = page[..<screens].matches(of: #/(?m)\bDq (.*?)( [;,.])?$/#).map { String($0.output.1) }
        #expect(quoted.count >= 9)
        #expect(quoted.filter { !words.contains($0) } == [])
    }
}
