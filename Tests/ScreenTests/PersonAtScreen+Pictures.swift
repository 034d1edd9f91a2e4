import TestSupport

extension PersonAtScreen {
    /// Compares the screen with its pictures: at three sizes, and at each of them in the colors of each theme.
    func expectPictures(_ name: String) async throws {
        let sizes = [(120, 40), (40, 10), (80, 24)]
        for (width, height) in sizes {
            screen.resize(width: width, height: height)
            try await screen.waitForPicture(name)
        }
        for theme in ["dark", "light", "16", "none"] {
            try save(settings: "[terminal]\ntheme = \"\(theme)\"\n")
            for (width, height) in sizes {
                screen.resize(width: width, height: height)
                try await screen.waitForColours("\(name)-\(theme)")
            }
        }
    }
}
