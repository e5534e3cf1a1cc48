#pragma once
#include <libxml/xmlversion.h>
// Debian's libxml2 converts through ICU and its headers pull ICU's in, which clash with the ones inside Swift's
// Foundation. Only a member of a structure that is never touched by value depends on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
