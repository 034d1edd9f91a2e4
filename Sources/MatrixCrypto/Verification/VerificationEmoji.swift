/// What two people compare (client-server API, "SAS method: `emoji`"). Their names are words of the catalogue.
enum VerificationEmoji {
    /// By their numbers, 0 to 63.
    static let all = [
        "🐶", "🐱", "🦁", "🐎", "🦄", "🐷", "🐘", "🐰",
        "🐼", "🐓", "🐧", "🐢", "🐟", "🐙", "🦋", "🌷",
        "🌳", "🌵", "🍄", "🌏", "🌙", "☁️", "🔥", "🍌",
        "🍎", "🍓", "🌽", "🍕", "🎂", "❤️", "😀", "🤖",
        "🎩", "👓", "🔧", "🎅", "👍", "☂️", "⌛", "⏰",
        "🎁", "💡", "📕", "✏️", "📎", "✂️", "🔒", "🔑",
        "🔨", "☎️", "🏁", "🚂", "🚲", "✈️", "🚀", "🏆",
        "⚽", "🎸", "🎺", "🔔", "⚓", "🎧", "📁", "📌",
    ]
}
