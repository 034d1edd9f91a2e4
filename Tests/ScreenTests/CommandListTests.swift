import Panes
import TestSupport
import TestTraits
import Testing

/// Tests that each row of the command list is legible, on a narrow screen too.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct CommandListTests {
    @Test(arguments: [(80, 24), (40, 10)])
    func commandListShowsUncutKeysAndFullReasons(width: Int, height: Int) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(width: width, height: height)
        screen.send(.function(2))
        try await screen.waitFor("› type to find")
        let keyless = BindingTable.all.filter(\.firstKeyName.isEmpty).map { $0.title.prefix(8) }
        let keys = BindingTable.all.flatMap { [$0.firstKeyName] + $0.emptyComposerKeys.map(\.name) }.filter {
            !$0.isEmpty
        }
        for _ in 0..<40 {
            let before = screen.text
            screen.send(.down)
            try await screen.waitUntil("another row") { _ in screen.text != before }
            for row in rows(of: screen) where !row.hasPrefix("    ") {
                if keyless.contains(where: { row.dropFirst(2).hasPrefix($0) }) { continue }
                #expect(keys.contains { row.hasSuffix(" \($0)") }, "no key in “\(row)”")
            }
        }
        // The reason why a command is unavailable is shown in full, both in the list and after Enter.
        screen.send("remove-member")
        try await screen.waitFor("› Remove the chosen member")
        #expect(rows(of: screen).joined().filter { $0 != " " }.contains("onlyatachat'sdetails"))
        screen.send(.enter)
        try await screen.waitUntil("the reason") { $0.rows.last?.hasPrefix(" only at a chat's details") == true }
        #expect(screen.unknownSequences.isEmpty)
    }

    /// Returns the rows of the list, below the field and above the footer.
    private func rows(of screen: ScreenDriver) -> [String] {
        let rows = screen.screen.rows
        let field = rows.firstIndex { $0.contains("› type to find") || $0.hasPrefix("› remove-member") } ?? 0
        return rows[(field + 1)..<(rows.count - 1)].filter { !$0.isEmpty }
    }
}
