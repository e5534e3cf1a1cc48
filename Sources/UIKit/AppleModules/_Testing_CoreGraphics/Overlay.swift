// A file that imports both Testing and CoreGraphics is also compiled with this module, which the compiler finds by its
// name (cross-import overlays, which Swift Testing has for Apple's modules). The module adds nothing.
