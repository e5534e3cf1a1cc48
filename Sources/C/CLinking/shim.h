// Options for the linker of every program that is built of these targets.
//
// --as-needed: a program that depends on tilework-pdf, so that it is built beside it, inherits the libraries of its
// packages, Poppler's among them, without using them. It must not load them: they are under the GPL, and parse what
// strangers write. The option holds only for libraries that are named behind it. swiftc puts the -l options of
// packages before all -Xlinker options and only what modules link before those, so it stands in the module map: the
// text behind "link" is copied, behind -l, into the list of options that swift-autolink-extract hands to clang.
//
// -z relro, -z now: all symbols are resolved at the start, and their table is read-only then (BIND_NOW).
//
// Tests/Scripts/linking_test.py reads the programs.
static inline void tilework_linking(void) {}
