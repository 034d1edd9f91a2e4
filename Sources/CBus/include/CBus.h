#ifndef CBUS_H
#define CBUS_H

#include <stdbool.h>
#include <stdint.h>

/// A connection to a D-Bus message bus, for desktop notifications. libdbus is loaded on first use.
///
/// Only one thread at a time may use a connection.
typedef struct confab_bus confab_bus;

/// A shown notification: its number, and the notification server that gave the number. The number means nothing to any
/// other server.
typedef struct {
    /// The notification's ID from the server (`Notify`). It is 0 if there is no notification, or if the server didn't
    /// return the ID in time.
    uint32_t number;
    /// The server's unique bus name, such as `:1.42`, with a zero byte at the end; empty if there is no notification.
    char server[256];
} confab_shown;

/// Connects to the message bus at a D-Bus address. This may block for half a minute.
///
/// @return the connection, to be closed with ``confab_bus_close``; `NULL` if libdbus is not installed, no bus answers
///     at the address, or there is too little memory.
confab_bus *confab_bus_open(const char *address);

/// Returns whether libdbus is installed.
bool confab_bus_is_installed(void);

/// Closes a connection and frees it. Notifications stay on the desktop.
void confab_bus_close(confab_bus *bus);

/// Shows a notification, and blocks until the server has answered. It sends at most three requests, and waits up to 5
/// seconds for each reply.
///
/// @param shown the notification to replace, if the present server showed it. It receives the new notification.
/// @param title the title in UTF-8.
/// @param text the plain text in UTF-8.
/// @param marked the same text as markup in UTF-8, for servers that support it.
/// @return true if a server received the notification, even if it didn't reply in time. After `false`, the bus may be
///     gone: open a new connection.
bool confab_bus_show(confab_bus *bus, confab_shown *shown, const char *title, const char *text, const char *marked);

/// Returns the bus's unique ID, or an empty string if it is unknown. A later bus at the same address has another one.
///
/// The string is valid until the connection is closed.
const char *confab_bus_id(const confab_bus *bus);

/// Returns whether a notification server answers on the bus, and waits up to 5 seconds for its reply. The request may
/// start a server (D-Bus activation).
bool confab_bus_has_server(confab_bus *bus);

/// Closes a notification that any process showed on this bus. It doesn't wait for a reply, and errors are ignored.
void confab_bus_withdraw(confab_bus *bus, const confab_shown *shown);

#endif
