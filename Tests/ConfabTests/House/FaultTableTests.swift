import Foundation
import Testing

/// Tests that each fault has tests and a place in the manual.
@Suite(.timeLimit(.minutes(5))) struct FaultTableTests {
    @Test func everyFaultNamesExistingTests() throws {
        let text = try Repository.tests.get().map { try Repository.text($0.path) }.joined()
        let functions = Set(text.matches(of: #/@Test[^{]*?func ([A-Za-z]+)\(/#).map { String($0.1) })
        for row in FaultTable.rows {
            #expect(!row.tests.isEmpty)
            for test in row.tests { #expect(functions.contains(test), "\(row.fault): there is no test \(test)") }
        }
    }

    @Test func manualDescribesExactlyAllFaults() throws {
        let page = try Repository.text("man/confab-faults.7")
        let faults = page.components(separatedBy: "\n.Sh ").first { $0.hasPrefix("FAULTS\n") } ?? ""
        let described = faults.matches(of: #/\n\.It Sy "(.+)"\n/#).map { String($0.1).replacing("\\(aq", with: "'") }
        #expect(described == FaultTable.rows.map(\.fault))
    }

    /// Files that a user may come across.
    @Test(arguments: [
        "profile.json", "token", "sealing-key", "lock", "confab.sqlite", "confab.sqlite.before-",
        "confab.sqlite.damaged-", "unsent-", "confab.log", "confab.toml", "last-profile", "server/",
    ])
    func manualMentionsEachUserFile(name: String) throws {
        #expect(try Repository.text("man/confab-faults.7").contains(name))
    }
}
