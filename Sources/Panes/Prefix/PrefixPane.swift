package import Terminal

/// `^X` was pressed, and the next key says what for. The footer names those that lead somewhere.
@MainActor
package final class PrefixPane: OverlayPane {
    package var onChange: () -> Void = {}

    package init() {}

    package var context: PaneContext { .prefix }

    package var isTransparent: Bool { true }

    package func draw(on canvas: Canvas, isFocused: Bool) {}
}
