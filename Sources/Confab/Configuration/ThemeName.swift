import Panes

/// The name of a built-in theme in the settings file.
enum ThemeName: String, CaseIterable, Sendable {
    case auto, dark, light
    case highContrast = "high-contrast"
    case sixteen = "16"
    case none

    var theme: ColorTheme {
        switch self {
        case .auto: .auto
        case .dark: .dark
        case .light: .light
        case .highContrast: .highContrast
        case .sixteen: .sixteen
        case .none: .none
        }
    }
}
