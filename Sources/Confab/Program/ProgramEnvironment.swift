import Foundation

/// The environment that the program was started with, which Foundation reads anew each time that it is asked.
enum ProgramEnvironment {
    static let value = ProcessInfo.processInfo.environment
}
