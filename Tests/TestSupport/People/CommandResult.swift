/// What a command without a terminal left behind.
package struct CommandResult: Sendable {
    package let exit: ProgramExit
    package let output: String
    package let errors: String
}
