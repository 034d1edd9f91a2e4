/// The result of a command without a terminal.
package struct CommandResult: Sendable {
    package let exit: ProgramExit
    package let output: String
    package let errors: String
}
