import MatrixAPI
import MatrixClient
import Messenger
import Testing

@testable import Confab
@testable import Linear

@Suite(.timeLimit(.minutes(5))) struct ManualTests {
    private let manual: ManualPage
    private let loginManual: ManualPage
    private let serveManual: ManualPage
    private let scriptManual: ManualPage
    private let notifyManual: ManualPage
    private let tree: CommandTree

    init() throws {
        manual = ManualPage(text: try Repository.text("man/confab.1"))
        loginManual = ManualPage(text: try Repository.text("man/confab-login.1"))
        serveManual = ManualPage(text: try Repository.text("man/confab-serve.1"))
        scriptManual = ManualPage(text: try Repository.text("man/confab-cli.7"))
        notifyManual = ManualPage(text: try Repository.text("man/confab-notify.1"))
        tree = try CommandTree()
    }

    @Test func manualDescribesExactlyAllCommandsAndOptions() {
        let described = manual.described(under: "confab").union(loginManual.described(under: "confab"))
            .union(serveManual.described(under: "confab serve")).union(scriptManual.described(under: "confab"))
            .union(notifyManual.described(under: "confab notify"))
        #expect(described.subtracting(tree.words).sorted() == [])
        #expect(tree.words.subtracting(described).sorted() == [])
    }

    @Test func synopsesShowExactlyAllCommandsAndOptions() {
        let shown = manual.inSynopsis(of: "confab").union(loginManual.inSynopsis(of: "confab"))
            .union(serveManual.inSynopsis(of: "confab serve")).union(scriptManual.inSynopsis(of: "confab"))
            .union(notifyManual.inSynopsis(of: "confab"))
        // Only the description has the short form of an option.
        let expected = tree.words.subtracting(["confab -h"])
        #expect(shown.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(shown).sorted() == [])
    }

    @Test func manualDescribesExactlyAllSlashCommands() {
        let table = SlashCommand.allCases.map { $0.argument.isEmpty ? $0.name : "\($0.name) \($0.argument)" }
        #expect(manual.slashCommands == Set(table))
    }

    @Test func manualDescribesExactlyAllLineModeCommands() throws {
        let text = try Repository.text("man/confab.1")
        let start = try #require(text.firstRange(of: ".Sh LINE BY LINE"))
        let items = text[start.upperBound...].split(separator: "\n")
            .prefix { !$0.hasPrefix(".Sh ENV") }.filter { $0.hasPrefix(".It Ic ") }
        let described = items.flatMap { $0.matches(of: #/\/[a-z]+/#).map { String($0.output) } }
        #expect(Set(described) == Set(LinearCommand.allCases.map(\.name)))
    }

    @Test func manualListsExactlyAllExitCodes() {
        let errors: [ProgramError] = [
            .noProfile(name: "ana", known: []), .input(.differentPasswords), .client(.unreachable(.refused)),
            .client(.notMatrix(status: 200)),
            .client(.matrix(MatrixError(.forbidden, "No."), status: 403, retryAfterMilliseconds: nil)),
            .client(.matrix(MatrixError(.unknownToken, "No."), status: 401, retryAfterMilliseconds: nil)),
            .client(.matrix(MatrixError(.notFound, "No."), status: 404, retryAfterMilliseconds: nil)),
            .client(.wrongPassword),
        ]
        let codes = Set(errors.map(\.exitCode)).union([0])
        #expect(manual.exitCodes == codes)
        #expect(loginManual.exitCodes == codes)
        #expect(scriptManual.exitCodes == codes)
        #expect(notifyManual.exitCodes == codes)
    }

    @Test func exitCodesDistinguishForbiddenFromUnreachable() {
        let forbidden = MatrixClientError.matrix(
            MatrixError(.forbidden, "No."), status: 403, retryAfterMilliseconds: nil)
        #expect(ProgramError.client(forbidden).exitCode == 77)
        #expect(ProgramError.client(.wrongPassword).exitCode == 77)
        #expect(ProgramError.client(.loggedOut(isSoft: false)).exitCode == 77)
        #expect(ProgramError.client(.unreachable(.refused)).exitCode == 69)
        #expect(ProgramError.input(.differentPasswords).exitCode == 2)
        #expect(ProgramError.profileInUse(name: "ana", processID: 1).exitCode == 1)
    }

    @Test(.enabled(if: Mandoc.path != nil, "left out: mandoc is not installed"))
    func mandocReportsNoProblems() throws {
        for page in try Repository.names(in: "man") { #expect(try Mandoc.complaints(about: "man/\(page)") == "") }
    }
}
