/// Something that a person can ask for, or the reason why it can't be done now.
package enum Action<Input>: Sendable {
    case available(@MainActor (Input) -> Void)
    case unavailable(DisplayText)

    /// Why it can't be done now, `nil` where it can.
    package var reason: DisplayText? {
        guard case .unavailable(let reason) = self else { return nil }
        return reason
    }

    /// Does it where it can be done.
    ///
    /// - Returns: the reason where it could not.
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
