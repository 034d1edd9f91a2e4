/// Of questions that follow each other quickly, the last one alone is asked, once none has come for a moment.
@MainActor
final class LastQuestion {
    private let pause: Int
    private let environment: SessionEnvironment
    private var count = 0

    /// - Parameter pause: in milliseconds.
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

    /// What waits is not asked any more.
    func forget() { count += 1 }
}
