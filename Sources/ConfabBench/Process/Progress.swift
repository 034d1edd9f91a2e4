import Foundation

/// What is being measured, where it is in nobody's way.
enum Progress {
    static func tell(_ text: String) {
        FileHandle.standardError.write(Data("confab-bench: \(text)\n".utf8))
    }
}
