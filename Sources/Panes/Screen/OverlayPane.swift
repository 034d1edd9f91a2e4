package import Terminal
package import ViewModels

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
