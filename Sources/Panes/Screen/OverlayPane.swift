package import Terminal
package import ViewModels

/// A pane that lies over the screen and takes the keys until it is closed.
@MainActor
package protocol OverlayPane: FocusPane {
    /// Whether what lies under it still looks as if it had the focus.
    var isTransparent: Bool { get }

    /// Whether it stands in the place of the footer.
    var replacesFooter: Bool { get }

    /// What is said where somebody types on, which closes it.
    var refusal: DisplayText? { get }

    /// Whether it goes when somebody clicks on anything else, as a menu does.
    var closesOnClickBeside: Bool { get }

    /// The part of the screen that it draws on.
    func place(in layout: ScreenLayout, size: Size) -> Rectangle
}

extension OverlayPane {
    package var isTransparent: Bool { false }

    package var replacesFooter: Bool { false }

    package var refusal: DisplayText? { nil }

    package var closesOnClickBeside: Bool { false }

    package func place(in layout: ScreenLayout, size: Size) -> Rectangle { layout.main }
}
