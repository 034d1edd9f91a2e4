package import Terminal
package import ViewModels

/// A part of the screen. It draws its view model, passes actions and text to that view model's closures, and knows
/// nothing else.
@MainActor
package protocol Pane: AnyObject {
    /// Called when the pane must be drawn again.
    var onChange: () -> Void { get set }

    func draw(on canvas: Canvas, isFocused: Bool)

    /// - Returns: whether the action belongs to this pane. The pane performs it, or says why it can't.
    func perform(_ action: ActionID) -> Bool

    /// Performs an action that has a key or letter for each argument.
    ///
    /// - Parameter place: the index of the key or letter that was pressed, from 0.
    func perform(_ action: ActionID, at place: Int) -> Bool

    /// Returns the reason why an action of this pane is unavailable; `nil` if it is available or belongs to another
    /// pane.
    func reason(against action: ActionID) -> DisplayText?

    /// Whether the action is this pane's now, so that panes below don't report it as unavailable.
    func offers(_ action: ActionID) -> Bool

    /// Returns the current title of an action; `nil` if it never changes or the action belongs to another pane.
    func title(of action: ActionID) -> String?

    /// Returns the effect of each letter of an action; `nil` if all have the same effect or the action belongs to
    /// another pane. An empty list removes the action from the menu, so that it only shows relevant entries.
    func choices(of action: ActionID) -> [ActionChoice]?

    /// A sentence about the selected item; empty if there is nothing to say.
    var remark: DisplayText { get }

    /// Handles a press of the main mouse button on what was drawn last.
    ///
    /// - Parameter point: counted from the pane's top left corner.
    /// - Returns: whether there is a target at the point.
    func press(at point: Point) -> Bool

    /// Handles the mouse wheel above what was drawn last.
    ///
    /// - Parameter rows: the number of rows to scroll down, or up if negative.
    /// - Returns: whether the pane can scroll at the point.
    func scroll(at point: Point, by rows: Int) -> Bool
}

extension Pane {
    package func perform(_ action: ActionID) -> Bool { false }

    package func perform(_ action: ActionID, at place: Int) -> Bool { perform(action) }

    package func choices(of action: ActionID) -> [ActionChoice]? { nil }

    package func reason(against action: ActionID) -> DisplayText? { nil }

    package func offers(_ action: ActionID) -> Bool { false }

    package func title(of action: ActionID) -> String? { nil }

    package var remark: DisplayText { .empty }

    package func press(at point: Point) -> Bool { false }

    package func scroll(at point: Point, by rows: Int) -> Bool { false }
}

/// The targets in each row of a pane as drawn last. A click applies to what is on screen, even if the model has
/// changed since.
struct RowHitTargets<Target> {
    private var targets: [Int: Target] = [:]

    subscript(y: Int) -> Target? { targets[y] }

    mutating func removeAll() { targets = [:] }

    /// - Parameters:
    ///   - y: the row, counted from the top of the pane.
    ///   - rows: the height of the target in rows.
    mutating func add(_ target: Target, y: Int, rows: Int = 1) {
        for row in y..<y + max(0, rows) { targets[row] = target }
    }
}

/// A pane above the screen that receives all keys until it is closed.
@MainActor
package protocol OverlayPane: FocusPane {
    /// Whether the pane below it is still drawn as focused.
    var isTransparent: Bool { get }

    /// Whether it is drawn in place of the footer.
    var replacesFooter: Bool { get }

    /// The message shown if it is closed by typed text.
    var refusal: DisplayText? { get }

    /// Whether a click outside closes it, as with a menu.
    var closesOnClickBeside: Bool { get }

    /// Returns the part of the screen that it draws on.
    func place(in layout: ScreenLayout, size: Size) -> Rectangle
}

extension OverlayPane {
    package var isTransparent: Bool { false }

    package var replacesFooter: Bool { false }

    package var refusal: DisplayText? { nil }

    package var closesOnClickBeside: Bool { false }

    package func place(in layout: ScreenLayout, size: Size) -> Rectangle { layout.main }
}
