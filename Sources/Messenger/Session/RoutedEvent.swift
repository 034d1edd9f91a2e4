/// An event or a command of one subject: an enum that one ``EventRouter`` takes.
package protocol RoutedEvent: Sendable {}
