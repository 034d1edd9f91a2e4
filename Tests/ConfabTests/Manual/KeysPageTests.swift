import Foundation
import Panes
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeysPageTests {
    /// With `CONFAB_RECORD_PICTURES=1` the test writes the page instead.
    @Test func keysPageMatchesTheBindingTable() throws {
        if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
            return try Data(KeysPage.text.utf8).write(to: Repository.root.appending(path: KeysPage.path))
        }
        let isInStep = try? Repository.text(KeysPage.path) == KeysPage.text
        #expect(
            isInStep == true,
            "\(KeysPage.path) is not what the table says; CONFAB_RECORD_PICTURES=1 swift test --filter KeysPage writes it"
        )
    }

    @Test func everyActionHasALineOnTheKeysPage() throws {
        let page = try Repository.text(KeysPage.path)
        #expect(page.matches(of: #/\n\.It /#).count == BindingTable.all.count)
        let names = page.matches(of: #/\n\.Pq Cm (.+)\n/#).map { String($0.1).replacing("\\-", with: "-") }
        #expect(names.sorted() == ActionID.allCases.map { $0.name }.sorted())
        for group in BindingGroup.allCases { #expect(page.contains("\n.Sh \(group.title.uppercased())\n")) }
    }
}
