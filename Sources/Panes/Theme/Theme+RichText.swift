import Terminal
import ViewModels

extension Theme {
    static let linkNumber = dim

    static func code(over base: Style) -> Style {
        Style(.code, base.attributes)
    }

    /// Returns the style of a part of a message, based on the style of the message.
    static func richText(_ traits: RichText.Traits, isLink: Bool, over base: Style) -> Style {
        var style = traits.contains(.code) ? code(over: base) : base
        if traits.contains(.bold) || traits.contains(.mention) { style.attributes.insert(.bold) }
        if traits.contains(.italic) { style.attributes.insert(.italic) }
        if traits.contains(.struck) || traits.contains(.spoiler) { style.foreground = Ink.faint.number }
        if isLink { style.attributes.insert(.underline) }
        return style
    }
}
