import Pictures
import Testing
import ViewModels

/// Tests that the space reserved for a picture equals the space in which it is drawn.
@Suite(.timeLimit(.minutes(5))) struct PictureRoomTests {
    @Test func paneAndProcessAgreeOnThePictureSize() throws {
        let sides = [1, 2, 3, 7, 16, 40, 99, 480, 801, 4_096, 40_000, 1 << 24]
        for width in sides {
            for height in sides {
                for (columns, rows) in [(1, 1), (8, 5), (45, 10), (100, 20), (500, 3)] {
                    let shape = try #require(PictureShape(width: width, height: height))
                    let room = shape.room(within: CellSize(columns: columns, rows: rows))
                    let cells = try #require(PixelSize(width: width, height: height)).cells(
                        columns: columns, rows: rows)
                    #expect(room == CellSize(columns: cells.columns, rows: cells.rows), "\(width)x\(height)")
                }
            }
        }
    }
}
