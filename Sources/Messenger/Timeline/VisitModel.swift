/// The trail of places from which the user went to messages, used to go back.
@MainActor
final class VisitModel {
    /// The target of going back.
    enum Way: Hashable, Sendable { case found, place }

    private static let most = 32

    /// The current scroll position in the chat of an opening.
    private var standing: (place: VisitedPlace, opening: Int)?
    /// The place of departure of the current move.
    private var departure: VisitedPlace?
    /// The places of departure, the latest last.
    private var trail: [VisitedPlace] = []
    /// The opening of the trail's last chat. Opening another chat ends the trail.
    private var opening = 0

    /// - Returns: `nil` if no position was reported since the chat was opened.
    func standing(in opening: Int) -> VisitedPlace? { standing.flatMap { $0.opening == opening ? $0.place : nil } }

    func stand(at place: VisitedPlace, in opening: Int) { standing = (place, opening) }

    func depart(from place: VisitedPlace, in opening: Int) {
        if opening != self.opening { trail = [] }
        departure = place
    }

    func arrive(in opening: Int) {
        if let departure { trail = (trail + [departure]).suffix(Self.most) }
        departure = nil
        self.opening = opening
    }

    /// Drops the trail.
    func stay() { trail = [] }

    /// Returns the place from which the user came to the chat of an opening; `nil` if it was opened directly.
    func last(in opening: Int) -> VisitedPlace? { opening == self.opening ? trail.last : nil }

    func takeLast(in opening: Int) -> VisitedPlace? { opening == self.opening ? trail.popLast() : nil }

    /// - Parameter search: the search whose results can be shown.
    func way(in opening: Int, search: Int) -> Way? {
        last(in: opening).map { $0.search == search ? .found : .place }
    }
}
