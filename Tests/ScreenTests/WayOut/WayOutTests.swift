import MatrixAPI
import MatrixClient
import Panes
import TestSupport
import TestTraits
import Testing

/// Tests that Esc leads back to the chat from every place, and that no typed text is lost.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct WayOutTests {
    /// Each case has the suite's time limit for itself.
    @Test(arguments: [(80, 24), (40, 10)], Place.quarters)
    func escapeLeavesEverythingAKeyOpens(size: (width: Int, height: Int), places: Range<Int>) async throws {
        try await WayOut.run(width: size.width, height: size.height) { wayOut in
            for place in Place.all[places] {
                try await wayOut.write(place.draft)
                try await wayOut.expectWayBack(from: place)
                for binding in BindingTable.all where binding.panes.contains(place.context) {
                    guard binding.leadsSomewhere, let keys = binding.keys(in: place.context) else { continue }
                    try await wayOut.expectWayBack(from: place, after: keys)
                }
            }
        }
    }

    @Test func escapeLeavesEverythingACommandOpens() async throws {
        try await WayOut.run(width: 80, height: 24) { wayOut in
            try await wayOut.write("half a line")
            for binding in BindingTable.all where binding.panes.contains(.composer) && binding.leadsSomewhere {
                // These open the list from which they would be chosen.
                if [.menu, .commands].contains(binding.id) { continue }
                try await wayOut.expectWayBack(fromCommand: binding.title)
            }
        }
    }
}
