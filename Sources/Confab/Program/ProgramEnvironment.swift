import Foundation

/// The environment at the start of the program. Foundation would read it again for each access.
enum ProgramEnvironment {
    static let value = ProcessInfo.processInfo.environment
}
