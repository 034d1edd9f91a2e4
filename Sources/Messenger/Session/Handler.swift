import ViewModels

/// Shows one subject: builds a view model whenever the input that it is built from has changed.
///
/// The input is computed again after an event that changed a subject of ``SessionState`` which it read. If it differs, a
/// view model is built with the next frame, from the state at that time. A key press that changed nothing here doesn't
/// wait for a view model that was raised before it.
@MainActor
final class Handler<Input: Equatable, ViewModel>: StateObserver {
    private let event: Event<ViewModel>
    private let state: SessionState
    private let makeInput: @MainActor () -> Input?
    private let build: @MainActor (Input) -> ViewModel
    /// The subjects that the newest input was computed from; `nil` before the first.
    private var subjects: SubjectSet?
    private var newest: Input?
    /// The input of the last view model.
    private var shown: Input?
    /// Whether a view model is built with the next frame.
    private var isRaised = false
    /// Whether the state has changed since ``newest`` was computed.
    private var isOutdated = false

    /// - Parameters:
    ///   - makeInput: computes the input from nothing but the state and constants. It returns `nil` while the subject
    ///     is not on screen.
    ///   - build: builds the view model from nothing but the input.
    init(
        _ event: Event<ViewModel>, of state: SessionState, input makeInput: @escaping @MainActor () -> Input?,
        build: @escaping @MainActor (Input) -> ViewModel
    ) {
        self.event = event
        self.state = state
        self.makeInput = makeInput
        self.build = build
    }

    func stateChanged(_ changes: SubjectSet) {
        if let subjects, subjects.isDisjoint(with: changes) { return }
        // The view model that was raised is built from the newest state anyway.
        if isRaised, !event.isAnswering {
            isOutdated = true
            return
        }
        guard update() else { return }
        isRaised = true
        event.raise { [self] in
            isRaised = false
            catchUp()
            guard let newest, newest != shown else { return nil }
            shown = newest
            return build(newest)
        }
    }

    func catchUp() {
        if isOutdated { update() }
    }

    /// - Returns: whether the input has changed.
    @discardableResult
    private func update() -> Bool {
        isOutdated = false
        let (input, subjects) = state.recordingReads(makeInput)
        self.subjects = subjects
        guard let input, input != newest else { return false }
        newest = input
        return true
    }
}

/// Reacts to changes of the state.
@MainActor
protocol StateObserver: AnyObject {
    /// - Parameter changes: the subjects that changed, or may have.
    func stateChanged(_ changes: SubjectSet)
    /// Takes up changes that wait for the next frame, so that those of a key press can be distinguished.
    func catchUp()
}
