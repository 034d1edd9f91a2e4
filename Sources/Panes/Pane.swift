package import Terminal
package import ViewModels

/// A part of the screen: draws its view model, turns actions and text into that view model's closures, and knows nothing
/// else.
@MainActor
package protocol Pane: AnyObject {
    /// Something must be drawn.
    var onChange: () -> Void { get set }

    func draw(on canvas: Canvas, isFocused: Bool)

    /// - Returns: whether the action is this pane's to do, done or not: why not is then said.
    func perform(_ action: ActionID) -> Bool

    /// The same, for actions that have a letter for each thing that they can do.
    ///
    /// - Parameter place: which of its keys or letters it was asked for by, from 0.
    func perform(_ action: ActionID, at place: Int) -> Bool

    /// Why an action of this pane can't be done now; `nil` where it can, and for what is not the pane's.
    func reason(against action: ActionID) -> DisplayText?

    /// Whether the action is this pane's now, so that nobody below says why they can't do it.
    func offers(_ action: ActionID) -> Bool

    /// What an action is called as things stand; `nil` where that never changes, and for what is not the pane's.
    func title(of action: ActionID) -> String?

    /// What each letter of an action leads to as things stand; `nil` where all lead to the same, and for what is not the pane's.
    /// None leaves it out of the menu, which has no room for what is about something else.
    func choices(of action: ActionID) -> [ActionChoice]?

    /// What is to be known of what is chosen, in a sentence; empty where there is nothing.
    var remark: DisplayText { get }

    /// The main button of the mouse went down on what was drawn last.
    ///
    /// - Parameter point: counted from the pane's own top left.
    /// - Returns: whether something is there.
    func press(at point: Point) -> Bool

    /// The wheel was turned over what was drawn last.
    ///
    /// - Parameter rows: how far down, or up where they are below 0.
    /// - Returns: whether something scrolls there.
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
