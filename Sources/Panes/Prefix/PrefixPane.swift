package import Terminal

/// The prefix key `^X` was pressed, and the next key selects the action. The footer lists the keys available.
@MainActor
package final class PrefixPane: OverlayPane {
    package var onChange: () -> Void = {}

    package init() {}

    package var context: PaneContext { .prefix }

    package var isTransparent: Bool { true }

    package func draw(on canvas: Canvas, isFocused: Bool) {}
}
