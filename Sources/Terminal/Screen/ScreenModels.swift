/// A cell of a frame. A wide character is in its first cell, and the second has no text.
package struct Cell: Hashable, Sendable {
    /// A character with its combining marks; empty in the second cell of a wide character.
    package var text: String
    package var style: Style

    package init(text: String = " ", style: Style = .plain) {
        self.text = text
        self.style = style
    }

    package static let blank = Cell()
}

/// The 256-color index of each color number of a ``Style``.
///
/// Styles give the meaning of text. Its look depends on the terminal's background, and changes without
/// redrawing the panes.
package struct Palette: Hashable, Sendable {
    private var colors: [UInt8?]

    /// Each number is the color with that index.
    package static let identity = Palette { $0 }

    package init(_ color: (UInt8) -> UInt8?) {
        colors = (UInt8.min...UInt8.max).map(color)
    }

    subscript(number: UInt8?) -> UInt8? { number.flatMap { colors[Int($0)] } }
}

/// A cell of the screen, counted from 0 at the top left.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A part of the screen in cells.
package struct Rectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package func contains(_ point: Point) -> Bool {
        (x..<x + max(0, width)).contains(point.x) && (y..<y + max(0, height)).contains(point.y)
    }

    /// Converts a cell of the screen to coordinates relative to the top left of this part.
    package func local(_ point: Point) -> Point { Point(x: point.x - x, y: point.y - y) }

    package func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        return Rectangle(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}

/// A number of columns and rows.
package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// The look of a cell. Its colors are numbers of the current ``Palette``. A terminal with fewer colors
/// shows the nearest ones.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
        package static let italic = Attributes(rawValue: 16)
        /// The color numbers are indexes of the 256-color palette, and the current palette is not applied.
        package static let exactColors = Attributes(rawValue: 32)
    }

    /// A number of the palette; `nil` for the terminal's default color.
    package var foreground: UInt8?
    package var background: UInt8?
    package var attributes: Attributes

    package init(foreground: UInt8? = nil, background: UInt8? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = Style()
}

/// The graphics that a terminal supports.
package struct TerminalGraphics: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// kitty's graphics protocol with three bytes a pixel: red, green and blue (kitty, "Terminal
        /// graphics protocol").
        case kitty
        /// Sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
        case sixel
    }

    package let form: Form
    /// The size of a cell in pixels.
    package let cell: Size

    package init(form: Form, cell: Size) {
        self.form = form
        self.cell = cell
    }
}
