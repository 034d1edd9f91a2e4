#include "libdbus.h"

#include <CLibraries.h>
#include <pthread.h>
#include <stddef.h>

static struct libdbus library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    const confab_function functions[] = {
        {"dbus_threads_init_default", &library.threads_init_default},
        {"dbus_free", &library.free},
        {"dbus_connection_get_server_id", &library.connection_get_server_id},
        {"dbus_error_init", &library.error_init},
        {"dbus_error_free", &library.error_free},
        {"dbus_connection_open_private", &library.connection_open_private},
        {"dbus_bus_register", &library.bus_register},
        {"dbus_connection_set_exit_on_disconnect", &library.connection_set_exit_on_disconnect},
        {"dbus_connection_set_change_sigpipe", &library.connection_set_change_sigpipe},
        {"dbus_connection_close", &library.connection_close},
        {"dbus_connection_unref", &library.connection_unref},
        {"dbus_connection_pop_message", &library.connection_pop_message},
        {"dbus_connection_send", &library.connection_send},
        {"dbus_connection_flush", &library.connection_flush},
        {"dbus_connection_send_with_reply_and_block", &library.connection_send_with_reply_and_block},
        {"dbus_message_new_method_call", &library.message_new_method_call},
        {"dbus_message_set_no_reply", &library.message_set_no_reply},
        {"dbus_message_get_sender", &library.message_get_sender},
        {"dbus_message_unref", &library.message_unref},
        {"dbus_message_iter_init_append", &library.message_iter_init_append},
        {"dbus_message_iter_append_basic", &library.message_iter_append_basic},
        {"dbus_message_iter_open_container", &library.message_iter_open_container},
        {"dbus_message_iter_close_container", &library.message_iter_close_container},
        {"dbus_message_iter_init", &library.message_iter_init},
        {"dbus_message_iter_get_arg_type", &library.message_iter_get_arg_type},
        {"dbus_message_iter_get_basic", &library.message_iter_get_basic},
        {"dbus_message_iter_recurse", &library.message_iter_recurse},
        {"dbus_message_iter_next", &library.message_iter_next},
    };
    if (!confab_load_library("libdbus-1.so.3", functions, sizeof functions / sizeof functions[0]))
        return;
    is_loaded = library.threads_init_default();
    // The program sets its own handling of SIGPIPE. libdbus would ignore the signal.
    library.connection_set_change_sigpipe(false);
}

const struct libdbus *confab_libdbus(void)
{
    pthread_once(&once, load);
    return is_loaded ? &library : NULL;
}
