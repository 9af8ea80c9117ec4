/* Starts the Python of the bundle in isolation, with the application as its program.
 *
 * The folders are those of Tree in target.py, found relative to this program, so the bundle can be
 * moved. Nothing is read from the environment or the home folder, and no bytecode is written. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#define PLACE "Resources/"
#define HOME PLACE "python"
#define MODULES PLACE "python/lib/python3.13"
#else
#include <unistd.h>
#define PLACE ""
#define HOME ""
#define MODULES "lib/python3.13"
#endif

static const char *const FOLDERS[] = {
    MODULES, MODULES "/lib-dynload", PLACE "app", PLACE "packages",
};

static int find_program(char path[PATH_MAX]) {
    char found[PATH_MAX];
#ifdef __APPLE__
    uint32_t size = sizeof found;
    if (_NSGetExecutablePath(found, &size) != 0) return 0;
#else
    ssize_t length = readlink("/proc/self/exe", found, sizeof found - 1);
    if (length < 0) return 0;
    found[length] = 0;
#endif
    return realpath(found, path) != NULL;
}

static void check(PyStatus status) {
    if (PyStatus_Exception(status)) Py_ExitStatusException(status);
}

static void set(PyConfig *config, wchar_t **field, const char *text) {
    check(PyConfig_SetBytesString(config, field, text));
}

static void add_folder(PyConfig *config, const char *base, const char *folder) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", base, folder) >= (int)sizeof path) exit(70);
    wchar_t *wide = Py_DecodeLocale(path, NULL);
    if (wide == NULL) exit(70);
    check(PyWideStringList_Append(&config->module_search_paths, wide));
    PyMem_RawFree(wide);
}

/* Return true if multiprocessing started this program as Python, with its helper as the code: on a
 * Mac, even a progress bar does, for its lock. */
static int is_helper(int argc, char **argv) {
    static const char code[] = "from multiprocessing.";
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "-c") == 0) return strncmp(argv[i + 1], code, sizeof code - 1) == 0;
    return 0;
}

int main(int argc, char **argv) {
    char program[PATH_MAX], base[PATH_MAX], home[PATH_MAX + sizeof HOME + 1];
    if (!find_program(program)) {
        fputs("Duologue could not find its own folder.\n", stderr);
        return 70;
    }
    strcpy(base, program);
    *strrchr(base, '/') = 0; /* MacOS, bin */
    *strrchr(base, '/') = 0; /* Contents, duologue */
    snprintf(home, sizeof home, "%s/%s", base, HOME);

    PyPreConfig before;
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    check(Py_PreInitialize(&before));

    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.write_bytecode = 0;
    config.parse_argv = is_helper(argc, argv);
    config.install_signal_handlers = 1;
    set(&config, &config.home, home);
    set(&config, &config.program_name, program);
    set(&config, &config.executable, program);
    config.module_search_paths_set = 1;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        add_folder(&config, base, FOLDERS[i]);
    check(PyConfig_SetBytesArgv(&config, argc, argv));
    if (!config.parse_argv) set(&config, &config.run_module, "app");
    check(Py_InitializeFromConfig(&config));
    PyConfig_Clear(&config);
    return Py_RunMain();
}
