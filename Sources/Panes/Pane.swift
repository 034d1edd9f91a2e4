package import Terminal

/// A part of the screen: draws its view model and turns keys into that view model's closures, and knows nothing else.
@MainActor
package protocol Pane: AnyObject {
    func draw(on canvas: Canvas, isFocused: Bool)

    /// - Returns: whether the key meant something here.
    func press(_ key: Key) -> Bool
}
