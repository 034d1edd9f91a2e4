import Dispatch

/// Reads standard input by lines, as the terminal gives them once Enter was pressed.
enum LineInput {
    /// - Parameters:
    ///   - take: given each line, without its end.
    ///   - end: called once nothing more comes.
    static func follow(
        _ take: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
    ) {
        // It waits for a person, and has a thread for that.
        DispatchQueue(label: "im.confab.typed").async {
            while let line = readLine() {
                DispatchQueue.main.async { MainActor.assumeIsolated { take(line) } }
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        }
    }
}
