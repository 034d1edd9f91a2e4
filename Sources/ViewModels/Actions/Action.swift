/// An action available to the user, or the reason why it is unavailable.
package enum Action<Input>: Sendable {
    case available(@MainActor (Input) -> Void)
    case unavailable(DisplayText)

    /// The reason why it is unavailable, `nil` if it is available.
    package var reason: DisplayText? {
        guard case .unavailable(let reason) = self else { return nil }
        return reason
    }

    /// Performs the action if it is available.
    ///
    /// - Returns: the reason if it is unavailable.
    @MainActor
    @discardableResult
    package func callAsFunction(_ input: Input) -> DisplayText? {
        switch self {
        case .available(let perform):
            perform(input)
            return nil
        case .unavailable(let reason):
            return reason
        }
    }
}

extension Action where Input == Void {
    @MainActor
    @discardableResult
    package func callAsFunction() -> DisplayText? { self(()) }
}
