#pragma once

// Makes an object of a class that is known only when the program runs, as `[[type alloc] init]` does elsewhere. In Swift a
// metatype can be asked for `required` initializers alone, and a class of somebody else's has none. `NSObject.init()` is in the
// table of methods of every class that comes from `NSObject`: where a class has no such initializer, the compiler puts a trap
// there that names the class. The runtime's own function finds it, as it does for calls across resilient libraries; docs/ABI in
// Swift's sources has the layout (MethodDescriptor) and the names (Tq: method descriptor, Mn: nominal type descriptor).
extern const char tilework_NSObject_init __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char tilework_NSObject __asm__("$s10Foundation8NSObjectCMn");
void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *descriptor);

// `metadata`: of a subclass of NSObject. The object returned is the caller's to release.
static inline void *tilework_make_object(const void *metadata) {
    typedef __attribute__((swiftcall)) void *(*Initializer)(__attribute__((swift_context)) const void *);
    return ((Initializer)swift_lookUpClassMethod(metadata, &tilework_NSObject_init, &tilework_NSObject))(metadata);
}

// The same of `UIView.init(frame:)`, whose rect goes over as four numbers. For TileViews alone, which has these symbols.
extern const char tilework_UIView_init_frame __asm__("$s9TileViews6UIViewC5frameAC10Foundation6CGRectV_tcfCTq");
extern const char tilework_UIView __asm__("$s9TileViews6UIViewCMn");

static inline void *tilework_make_view(const void *metadata, double x, double y, double width, double height) {
    typedef __attribute__((swiftcall)) void *(*Initializer)(
        double, double, double, double, __attribute__((swift_context)) const void *);
    return ((Initializer)swift_lookUpClassMethod(metadata, &tilework_UIView_init_frame, &tilework_UIView))(
        x, y, width, height, metadata);
}

// The same of `UITableViewCell.init(style:reuseIdentifier:)` and `UITableViewHeaderFooterView.init(reuseIdentifier:)`. A style
// goes over as its number, an optional text as two words, which the initializer takes over. For TileLists alone.
extern const char tilework_UITableViewCell_init
    __asm__("$s9TileLists15UITableViewCellC5style15reuseIdentifierA2C0E5StyleO_SSSgtcfCTq");
extern const char tilework_UITableViewCell __asm__("$s9TileLists15UITableViewCellCMn");
extern const char tilework_UITableViewHeaderFooterView_init
    __asm__("$s9TileLists023UITableViewHeaderFooterD0C15reuseIdentifierACSSSg_tcfCTq");
extern const char tilework_UITableViewHeaderFooterView __asm__("$s9TileLists023UITableViewHeaderFooterD0CMn");

static inline void *tilework_make_cell(
    const void *metadata, unsigned char style, unsigned long text0, unsigned long text1) {
    typedef __attribute__((swiftcall)) void *(*Initializer)(
        unsigned char, unsigned long, unsigned long, __attribute__((swift_context)) const void *);
    return ((Initializer)swift_lookUpClassMethod(metadata, &tilework_UITableViewCell_init, &tilework_UITableViewCell))(
        style, text0, text1, metadata);
}

static inline void *tilework_make_header(const void *metadata, unsigned long text0, unsigned long text1) {
    typedef __attribute__((swiftcall)) void *(*Initializer)(
        unsigned long, unsigned long, __attribute__((swift_context)) const void *);
    return ((Initializer)swift_lookUpClassMethod(
        metadata, &tilework_UITableViewHeaderFooterView_init, &tilework_UITableViewHeaderFooterView))(
        text0, text1, metadata);
}
