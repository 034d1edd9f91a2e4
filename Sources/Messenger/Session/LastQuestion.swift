/// Debounces questions: only the last one is asked, after a pause without another.
@MainActor
final class LastQuestion {
    private let pause: Int
    private let environment: SessionEnvironment
    private var count = 0

    /// - Parameter pause: the pause in milliseconds.
    init(after pause: Int, in environment: SessionEnvironment) {
        self.pause = pause
        self.environment = environment
    }

    func ask(_ question: @escaping @MainActor () -> Void) {
        count += 1
        let number = count
        environment.after(pause) { [weak self] in
            if self?.count == number { question() }
        }
    }

    /// Drops the pending question.
    func forget() { count += 1 }
}
