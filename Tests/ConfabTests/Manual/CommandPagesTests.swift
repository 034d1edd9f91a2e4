import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct CommandPagesTests {
    /// With `CONFAB_RECORD_PICTURES=1` the test writes the pages instead.
    @Test func commandPagesMatchTheCommands() throws {
        let pages = try CommandPages().all
        #expect(pages.count > 10)
        for (path, text) in pages {
            if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
                try Data(text.utf8).write(to: Repository.root.appending(path: path))
            }
            #expect(
                (try? Repository.text(path)) == text,
                "\(path) is not as the commands; CONFAB_RECORD_PICTURES=1 swift test --filter CommandPages writes it")
        }
    }

    @Test func commandsAndPagesCorrespond() throws {
        let pages = try CommandPages()
        let names = Set(try Repository.names(in: "man").map { "man/" + $0 })
        for words in pages.names { #expect(names.contains(CommandPages.path(words)), "\(words)") }
        let made = try names.filter { try Repository.text($0).hasPrefix(CommandPages.mark) }
        #expect(made == Set(pages.all.keys))
    }

    @Test func pagesDescribeOptionsAndOutput() throws {
        let pages = try CommandPages()
        for (path, text) in pages.all {
            // An option without text after it has no description.
            #expect(!text.contains(#/\n\.It Fl [^\n]+\n\.(It|El)/#), "\(path)")
            #expect(!text.contains(".Sh DESCRIPTION\n.Pp"), "\(path)")
            #expect(text.contains("\n.Sh EXIT STATUS\n"), "\(path)")
            #expect(!text.contains("\n.Fl -json\n") || text.contains("\n.Sh OUTPUT\n"), "\(path)")
        }
        let send = try #require(pages.all["man/confab-send.1"])
        #expect(send.contains(".Op Fl -caption Ar text\n") && send.contains("\n.Op Ar text ...\n"))
        #expect(send.contains(".Ss A sent line\n") && send.contains(".Ss A message\n"))
        #expect(send.contains("tail -n 5 | confab send") && !send.contains(".Ss A chat\n"))
    }
}
