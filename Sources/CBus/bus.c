#include "CBus.h"
#include "libdbus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const service = "org.freedesktop.Notifications";
static const char *const place = "/org/freedesktop/Notifications";
// The timeout of a request in milliseconds.
static const int patience = 5000;

struct confab_bus {
    DBusConnection *connection;
    // The unique bus name of the notification server; empty if it is unknown.
    char server[sizeof((confab_shown *)0)->server];
    bool takes_markup;
    char id[64];
};

bool confab_bus_is_installed(void)
{
    return confab_libdbus();
}

confab_bus *confab_bus_open(const char *address)
{
    const struct libdbus *library = confab_libdbus();
    if (!library)
        return NULL;
    DBusError error;
    library->error_init(&error);
    DBusConnection *connection = library->connection_open_private(address, &error);
    library->error_free(&error);
    if (!connection)
        return NULL;
    library->connection_set_exit_on_disconnect(connection, false);
    bool is_known = library->bus_register(connection, &error);
    library->error_free(&error);
    confab_bus *bus = is_known ? calloc(1, sizeof *bus) : NULL;
    if (!bus) {
        library->connection_close(connection);
        library->connection_unref(connection);
        return NULL;
    }
    bus->connection = connection;
    char *id = library->connection_get_server_id(connection);
    snprintf(bus->id, sizeof bus->id, "%s", id ? id : "");
    library->free(id);
    return bus;
}

const char *confab_bus_id(const confab_bus *bus)
{
    return bus->id;
}

void confab_bus_close(confab_bus *bus)
{
    const struct libdbus *library = confab_libdbus();
    library->connection_close(bus->connection);
    library->connection_unref(bus->connection);
    free(bus);
}

// Drops received messages. Servers send signals for clicked and closed notifications. They are not used, and would pile
// up in the queue.
static void forget_what_came(const confab_bus *bus)
{
    const struct libdbus *library = confab_libdbus();
    DBusMessage *message;
    while ((message = library->connection_pop_message(bus->connection)))
        library->message_unref(message);
}

// Sends a request, frees it, and waits for the reply. Returns the reply, which the caller frees, or NULL on an error.
// is_late is set if the reply did not arrive in time. The server may have received the request all the same.
static DBusMessage *ask(const confab_bus *bus, DBusMessage *message, bool *is_late)
{
    const struct libdbus *library = confab_libdbus();
    DBusError error;
    library->error_init(&error);
    DBusMessage *reply =
        library->connection_send_with_reply_and_block(bus->connection, message, patience, &error);
    *is_late = !reply && error.name && strcmp(error.name, "org.freedesktop.DBus.Error.NoReply") == 0;
    library->error_free(&error);
    library->message_unref(message);
    forget_what_came(bus);
    return reply;
}

// Returns whether a reply to GetCapabilities contains a capability.
static bool has_capability(DBusMessage *reply, const char *wanted)
{
    const struct libdbus *library = confab_libdbus();
    DBusMessageIter values, value;
    if (!library->message_iter_init(reply, &values) || library->message_iter_get_arg_type(&values) != TYPE_ARRAY)
        return false;
    for (library->message_iter_recurse(&values, &value);
         library->message_iter_get_arg_type(&value) == TYPE_STRING; library->message_iter_next(&value)) {
        const char *name = NULL;
        library->message_iter_get_basic(&value, &name);
        if (name && strcmp(name, wanted) == 0)
            return true;
    }
    return false;
}

// Finds the present notification server and its capabilities. The request may start a server. Returns false if there is
// no reply.
static bool meet_server(confab_bus *bus)
{
    const struct libdbus *library = confab_libdbus();
    DBusMessage *question = library->message_new_method_call(service, place, service, "GetCapabilities");
    bool is_late;
    DBusMessage *reply = question ? ask(bus, question, &is_late) : NULL;
    if (!reply)
        return false;
    const char *sender = library->message_get_sender(reply);
    snprintf(bus->server, sizeof bus->server, "%s", sender ? sender : "");
    bus->takes_markup = has_capability(reply, "body-markup");
    library->message_unref(reply);
    return bus->server[0] != '\0';
}

bool confab_bus_has_server(confab_bus *bus)
{
    return meet_server(bus);
}

// Appends an entry to the hints of a notification. Returns false if there is too little memory.
static bool append_hint(DBusMessageIter *hints, const char *name, int type, const void *value)
{
    const struct libdbus *library = confab_libdbus();
    const char signature[] = {(char)type, '\0'};
    DBusMessageIter entry, variant;
    return library->message_iter_open_container(hints, TYPE_DICT_ENTRY, NULL, &entry)
        && library->message_iter_append_basic(&entry, TYPE_STRING, &name)
        && library->message_iter_open_container(&entry, TYPE_VARIANT, signature, &variant)
        && library->message_iter_append_basic(&variant, type, value)
        && library->message_iter_close_container(&entry, &variant)
        && library->message_iter_close_container(hints, &entry);
}

// Appends the arguments of Notify. The notification with the ID in replaced is replaced, unless it is 0. Returns false
// if there is too little memory.
static bool fill(DBusMessage *message, uint32_t replaced, const char *title, const char *body)
{
    const struct libdbus *library = confab_libdbus();
    const char *program = "Confab", *icon = "", *category = "im.received";
    const unsigned char urgency = 1;
    const int32_t as_the_server_likes = -1;
    DBusMessageIter values, actions, hints;
    library->message_iter_init_append(message, &values);
    return library->message_iter_append_basic(&values, TYPE_STRING, &program)
        && library->message_iter_append_basic(&values, TYPE_UINT32, &replaced)
        && library->message_iter_append_basic(&values, TYPE_STRING, &icon)
        && library->message_iter_append_basic(&values, TYPE_STRING, &title)
        && library->message_iter_append_basic(&values, TYPE_STRING, &body)
        && library->message_iter_open_container(&values, TYPE_ARRAY, "s", &actions)
        && library->message_iter_close_container(&values, &actions)
        && library->message_iter_open_container(&values, TYPE_ARRAY, "{sv}", &hints)
        && append_hint(&hints, "category", TYPE_STRING, &category)
        && append_hint(&hints, "urgency", TYPE_BYTE, &urgency)
        && library->message_iter_close_container(&values, &hints)
        && library->message_iter_append_basic(&values, TYPE_INT32, &as_the_server_likes);
}

// Shows a notification on the known server, and stores its ID in shown. Returns false if the server is gone or reports
// an error.
static bool show_at_known_server(
    confab_bus *bus, confab_shown *shown, const char *title, const char *text, const char *marked)
{
    const struct libdbus *library = confab_libdbus();
    DBusMessage *message = library->message_new_method_call(bus->server, place, service, "Notify");
    if (!message)
        return false;
    uint32_t replaced = strcmp(shown->server, bus->server) == 0 ? shown->number : 0;
    if (!fill(message, replaced, title, bus->takes_markup ? marked : text)) {
        library->message_unref(message);
        return false;
    }
    bool is_late;
    DBusMessage *reply = ask(bus, message, &is_late);
    // A late reply is no failure: a server that is still starting may show the notification later. A retry would show
    // it twice.
    if (!reply && !is_late)
        return false;
    DBusMessageIter values;
    uint32_t number = 0;
    if (reply && library->message_iter_init(reply, &values) && library->message_iter_get_arg_type(&values) == TYPE_UINT32)
        library->message_iter_get_basic(&values, &number);
    if (reply)
        library->message_unref(reply);
    shown->number = number;
    memcpy(shown->server, bus->server, sizeof shown->server);
    return true;
}

bool confab_bus_show(confab_bus *bus, confab_shown *shown, const char *title, const char *text, const char *marked)
{
    forget_what_came(bus);
    bool was_known = bus->server[0] != '\0';
    if (was_known && show_at_known_server(bus, shown, title, text, marked))
        return true;
    // The known server may have been replaced by another.
    return meet_server(bus) && show_at_known_server(bus, shown, title, text, marked);
}

void confab_bus_withdraw(confab_bus *bus, const confab_shown *shown)
{
    const struct libdbus *library = confab_libdbus();
    // Only a unique name, which begins with a colon, is never given to another server.
    if (shown->number == 0 || shown->server[0] != ':')
        return;
    DBusMessage *message = library->message_new_method_call(shown->server, place, service, "CloseNotification");
    if (!message)
        return;
    DBusMessageIter values;
    library->message_iter_init_append(message, &values);
    if (library->message_iter_append_basic(&values, TYPE_UINT32, &shown->number)) {
        library->message_set_no_reply(message, true);
        if (library->connection_send(bus->connection, message, NULL))
            library->connection_flush(bus->connection);
    }
    library->message_unref(message);
    forget_what_came(bus);
}
