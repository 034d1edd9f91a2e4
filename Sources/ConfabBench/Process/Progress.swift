import Foundation

/// The progress of the run, on standard error so that it doesn't mix with the figures.
enum Progress {
    static func tell(_ text: String) {
        FileHandle.standardError.write(Data("confab-bench: \(text)\n".utf8))
    }
}
