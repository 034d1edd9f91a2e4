package import Terminal

/// Which colours a person wants.
package enum ColorTheme: Hashable, Sendable {
    /// Those for the background that the terminal has.
    case auto
    case dark
    case light
    case highContrast
    /// The terminal's own sixteen, as its person has set them.
    case sixteen
    case none

    /// Of the light letters that high contrast has, after WCAG 2.
    private static let strongContrast = 7.0

    /// - Parameter background: as the terminal says or is thought to have it; one that contradicts the theme doesn't count.
    package func colors(on background: RGBColor, depth: ColorDepth) -> ColorSet {
        let isDark = self == .dark || self != .light && background.isDark
        let real = isDark == background.isDark ? background : isDark ? .black : .white
        switch self {
        case .none: return .none
        case .auto, .dark, .light, .highContrast, .sixteen: break
        }
        switch depth {
        case .none: return .none
        case .eight: return isDark ? .darkEight : .lightEight
        case .sixteen: return isDark ? .darkSixteen : .lightSixteen
        case .palette, .direct: break
        }
        return switch self {
        case .sixteen: isDark ? .darkSixteen : .lightSixteen
        case .highContrast:
            (isDark ? ColorSet.darkHighContrast : .lightHighContrast).readable(on: real, contrast: Self.strongContrast)
        case .auto, .dark, .light, .none: (isDark ? ColorSet.dark : .light).readable(on: real)
        }
    }
}
