#ifndef CBUS_H
#define CBUS_H

#include <stdbool.h>
#include <stdint.h>

/// A connection to a message bus on which a server of notices is, by libdbus, which is loaded the first time.
typedef struct confab_bus confab_bus;

/// A notice on a desktop, of the server that gave it its number: another one would know another notice by it.
typedef struct {
    /// 0 for none.
    uint32_t number;
    char server[256];
} confab_shown;

/// Each of these blocks, for half a minute where nobody answers; a bus is for one thread at a time.
///
/// `NULL` where there is no libdbus, or nobody hears at the address.
confab_bus *confab_bus_open(const char *address);

/// Whether there is a libdbus.
bool confab_bus_is_installed(void);

void confab_bus_close(confab_bus *bus);

/// Shows a notice, in the place of one that was `shown` before where that is of the same server. All texts are UTF-8.
///
/// `marked` is the text as markup, for a server that takes such.
/// False where nobody shows it: the bus may be gone, and another is to be opened then.
bool confab_bus_show(confab_bus *bus, confab_shown *shown, const char *title, const char *text, const char *marked);

/// By which the bus is known from all others, also those that are at the same address later.
const char *confab_bus_id(const confab_bus *bus);

/// Whether somebody shows notices, who may be started by that.
bool confab_bus_has_server(confab_bus *bus);

/// Takes one back that was shown on this bus, by whatever process; nobody is waited for.
void confab_bus_withdraw(confab_bus *bus, const confab_shown *shown);

#endif
