import Engine
import Foundation
import Messenger
import ViewModels

/// Shows one subject: builds a view model whenever the input that it is built from has changed.
///
/// The input is computed again after an event that changed a subject of ``SessionState`` which it read. If it differs, a
/// view model is built with the next frame, from the state at that time. A key press that changed nothing here doesn't
/// wait for a view model that was raised before it.
@MainActor
final class Handler {
    private let state: SessionState
    /// Computes the input again, and returns whether it has changed.
    private let readInput: @MainActor () -> Bool
    /// Raises the event, and calls its argument when the view model is about to be built.
    private let raise: @MainActor (_ beforeBuilding: @escaping @MainActor () -> Void) -> Void
    private let isAnswering: @MainActor () -> Bool
    /// The subjects that the newest input was computed from; `nil` before the first.
    private var subjects: SubjectSet?
    /// Whether a view model is built with the next frame.
    private var isRaised = false
    /// Whether the state has changed since the newest input was computed.
    private var isOutdated = false

    /// The closures know the types, so that inputs are copied and compared without looking them up.
    ///
    /// - Parameters:
    ///   - screen: the screen that shows the subject; `nil` if it isn't on a screen of its own.
    ///   - input: computes the input from nothing but the state and constants. It returns `nil` while there is nothing
    ///     to show.
    ///   - build: builds the view model from nothing but the input.
    init<Input: Equatable, ViewModel>(
        _ event: Event<ViewModel>, of state: SessionState, on screen: NavigationViewModel.Screen? = nil,
        input: @escaping @MainActor () -> Input?, build: @escaping @MainActor (Input) -> ViewModel
    ) {
        var newest: Input?
        var shown: Input?
        self.state = state
        readInput = {
            if let screen, state.navigation.screen != screen { return false }
            guard let read = input(), read != newest else { return false }
            newest = read
            return true
        }
        raise = { beforeBuilding in
            event.raise {
                beforeBuilding()
                guard let input = newest, input != shown else { return nil }
                shown = input
                return build(input)
            }
        }
        isAnswering = { event.isAnswering }
    }

    /// - Parameter changes: the subjects that changed, or may have.
    func stateChanged(_ changes: SubjectSet) {
        if let subjects, subjects.isDisjoint(with: changes) { return }
        // The view model that was raised is built from the newest state anyway.
        if isRaised, !isAnswering() {
            isOutdated = true
            return
        }
        guard update() else { return }
        isRaised = true
        raise { [self] in
            isRaised = false
            catchUp()
        }
    }

    /// Takes up changes that wait for the next frame, so that those of a key press can be distinguished.
    func catchUp() {
        if isOutdated { update() }
    }

    /// - Returns: whether the input has changed.
    @discardableResult
    private func update() -> Bool {
        isOutdated = false
        let (hasChanged, subjects) = state.recordingReads(readInput)
        self.subjects = subjects
        return hasChanged
    }
}

/// The dependencies of event handlers: the state they show, the output for view models, and the queue
/// for user actions.
@MainActor
struct ScreenParts {
    let state: SessionState
    let events: ScreenEvents
    let queue: EventQueue
    let environment: SessionEnvironment

    /// The current date.
    var today: Date { Date(timeIntervalSince1970: Double(state.day.now) / 1_000) }
    /// Formats times by the settings, relative to the current day.
    var time: TimeText { TimeText(now: state.day.now, form: state.settings.settings.times) }
}
