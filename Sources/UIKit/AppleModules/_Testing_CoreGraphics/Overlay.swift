// A file that imports both Testing and CoreGraphics is compiled with this module, too: the compiler looks for it by its
// name (cross-import overlays, which Swift Testing has for Apple's modules). There is nothing to be added.
