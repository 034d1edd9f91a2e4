import Testing

@testable import Messenger
@testable import Presentation

/// Tests rows of the table of commands, which the compiler doesn't compare with each other.
@Suite(.timeLimit(.minutes(5))) struct SlashCommandTests {
    @Test(arguments: SlashCommand.allCases.filter { $0 != .me })
    func commandIsPerformed(command: SlashCommand) {
        let isPerformed = command.row.perform != nil
        #expect(isPerformed)
        let text = command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
        let line = ComposedLine(text: text, isConfirmed: false, isEncrypted: false)
        #expect(line == .command(command, argument: command.argument))
    }

    @Test func listOffersTheCommandsThatNeedNoChat() {
        #expect(ListCommandBuilder.offered == [.help, .join, .list, .nick, .quit, .share])
        for command in ListCommandBuilder.offered {
            switch command.row.need {
            case .nothing, .builtInServer: break
            case .membership, .power: Issue.record("\(command.name) needs a chat")
            }
        }
    }

    @Test(arguments: SlashCommand.allCases) func complaintShowsTheCommand(command: SlashCommand) {
        #expect((command.complaint == nil) == command.argument.isEmpty)
        if let complaint = command.complaint { #expect(complaint.contains(command.name)) }
    }
}
