/// A press, release or wheel step of the mouse.
package struct MouseReport: Hashable, Sendable {
    package enum Button: Hashable, Sendable { case left, middle, right, wheelUp, wheelDown }

    package let button: Button
    package let isPress: Bool
    /// The cell, counted from 0 at the top left.
    package let position: Point

    package init(button: Button, isPress: Bool, position: Point) {
        self.button = button
        self.isPress = isPress
        self.position = position
    }
}
