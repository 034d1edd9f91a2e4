import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import ViewModels

/// The questions and messages of `confab login` in the terminal.
struct LoginQuestions: Sendable {
    /// Whether only single sign-on may be used, and by which provider if it is named.
    var singleSignOn: (isWanted: Bool, provider: String?) = (false, nil)
    /// Whether only a login token may be used.
    var wantsToken = false

    var dialogue: LoginDialogue {
        LoginDialogue(
            farewell: LoginDialogue.farewellText,
            report: { step in if case .pausing = step { ProgramExit.printError(step.text) } },
            choose: { offer in try choose(from: offer) },
            visit: { visit in show(visit) }
        ).openingTheBrowser()
    }

    private var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    private func choose(from offer: LoginOffer) throws -> LoginChoice {
        switch try method(among: offer.methods) {
        case .singleSignOn(let provider): return .singleSignOn(provider)
        case .token: return .token(try Prompt.password(.words("commands.login-token")))
        case .password:
            let user = offer.user.isEmpty ? try Prompt.line(.words("commands.matrix-id")) : offer.user
            return .password(user: user, password: try Prompt.password(.words("commands.password")))
        }
    }

    private func method(among offered: [LoginMethod]) throws -> LoginMethod {
        // Servers that offer single sign-on offer tokens because it needs them. Few people have a token of their own.
        let wanted = offered.filter { isWanted($0) || offered == [.token] && !singleSignOn.isWanted }
        if wanted.isEmpty { throw LoginError.notOffered(wantsToken ? .token : .singleSignOn(nil)) }
        if wanted.count == 1 { return wanted[0] }
        // A user who pipes the password to standard input wants to log in by password.
        if !isTerminal, let password = wanted.first(where: { $0 == .password }) { return password }
        let names = wanted.map { DisplayText(sanitizing: $0.text).string }
        guard isTerminal else {
            throw ProgramError.input(.severalWaysIn(ids: ids(of: wanted)))
        }
        for (number, name) in names.enumerated() { LocaleText.print("  \(number + 1)  \(name)") }
        while true {
            let answer = try Prompt.line(.words("commands.log-in-by", count: names.count))
            if let number = Int(answer), wanted.indices.contains(number &- 1) { return wanted[number - 1] }
        }
    }

    private func isWanted(_ method: LoginMethod) -> Bool {
        switch method {
        case .password: !wantsToken && !singleSignOn.isWanted
        case .token: wantsToken
        case .singleSignOn(let provider):
            !wantsToken && (singleSignOn.provider == nil || singleSignOn.provider == provider?.id)
        }
    }

    private func ids(of methods: [LoginMethod]) -> String {
        methods.compactMap { method in
            guard case .singleSignOn(let provider?) = method else { return nil }
            return DisplayText(sanitizing: provider.id).string
        }.joined(separator: ", ")
    }

    /// Prints the address to open. A pasted redirect address is accepted as long as the program runs.
    private func show(_ visit: BrowserLogin) {
        let address = DisplayText(sanitizing: visit.address).string
        LocaleText.print(visit.isOpened ? String.words("commands.browser-opens") : .words("commands.open-in-browser"))
        LocaleText.print("\n  \(address)\n")
        LocaleText.print(String.words("commands.waits-for-browser", count: visit.minutes))
        fflush(nil)
        Thread.detachNewThread {
            while let line = LocaleText.readLine() {
                if line.allSatisfy(\.isWhitespace) { continue }
                if visit.accept(line) { return }
                ProgramExit.printError(.words("commands.wrong-address"))
            }
        }
    }
}

/// Asks questions in the terminal before there is a screen.
enum Prompt {
    static func line(_ question: String) throws(ProgramError) -> String {
        if isatty(STDIN_FILENO) == 1 {
            LocaleText.print(question, terminator: " ")
            fflush(nil)
        }
        guard let line = LocaleText.readLine(), !line.isEmpty else {
            throw .input(.nothingGiven(String(question.prefix { $0 != ":" })))
        }
        return line
    }

    /// Reads a password, without echo on a terminal.
    static func password(_ question: String) throws(ProgramError) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line(question) }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            print("")
        }
        return try line(question)
    }

    /// Reads a new password, twice on a terminal.
    static func newPassword(_ question: String) throws(ProgramError) -> String {
        let password = try password(question)
        guard isatty(STDIN_FILENO) == 1 else { return password }
        guard try self.password(.words("commands.again")) == password else {
            throw .input(.differentPasswords)
        }
        return password
    }
}
