package import Terminal
package import ViewModels

/// A part of the screen: draws its view model and turns keys into that view model's closures, and knows nothing else.
@MainActor
package protocol Pane: AnyObject {
    func draw(on canvas: Canvas, isFocused: Bool)

    /// - Returns: whether the key meant something here.
    func press(_ key: Key) -> Bool

    /// Why an action of this pane can't be done now; `nil` where it can, and for what is not the pane's.
    func reason(against action: ActionID) -> DisplayText?
}

extension Pane {
    package func reason(against action: ActionID) -> DisplayText? { nil }
}
