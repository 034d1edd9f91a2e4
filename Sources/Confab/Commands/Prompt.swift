import Foundation
import ViewModels

/// Asks questions in the terminal before there is a screen.
enum Prompt {
    static func line(_ question: String) throws(ProgramError) -> String {
        if isatty(STDIN_FILENO) == 1 {
            print(question, terminator: " ")
            fflush(nil)
        }
        guard let line = readLine(), !line.isEmpty else {
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
