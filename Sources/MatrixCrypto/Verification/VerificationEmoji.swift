/// The emoji that two people compare (client-server API, "SAS method: `emoji`"). Their names are in the string
/// catalog.
enum VerificationEmoji {
    /// The emoji by their numbers, 0 to 63.
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
