package import Terminal

/// The color theme that the user has chosen.
package enum ColorTheme: Hashable, Sendable {
    /// The theme that fits the terminal's background.
    case auto
    case dark
    case light
    case highContrast
    /// The terminal's own 16 colors, as configured by the user.
    case sixteen
    case none

    /// The minimum contrast of the high-contrast theme, from WCAG 2.
    private static let strongContrast = 7.0

    /// - Parameter background: the terminal's reported or assumed background; ignored if it contradicts the theme.
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
