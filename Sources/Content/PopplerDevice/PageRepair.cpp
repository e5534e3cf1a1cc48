#include "PopplerDevice.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include <GlobalParams.h>
#include <PDFDoc.h>
#include <XRef.h>

// Repairs of files that Poppler does not read, in a copy.

// MARK: Compressed objects

// Tables may have wrong indexes of compressed objects.
//
// An entry has the number of an object stream, and the object's index in it. Poppler takes the object at that index, and
// others search the stream for the object's number. Cairo 1.18 writes indexes with 16 bits, also for more than 65,536
// objects.

namespace {
constexpr size_t largestFile = 64 << 20;
constexpr size_t largestData = 64 << 20;
/// The maximum number of entries of a table, and of objects in all object streams.
constexpr size_t mostEntries = 1 << 22;
/// The maximum number of object streams of a table.
constexpr size_t mostStreams = 1 << 16;

/// A stream of a file.
struct FileStream {
    long number = 0;
    /// The text of its dictionary.
    std::string_view dictionary;
    /// The file from its first byte on.
    std::string_view rest;

    /// Returns what follows a key; nullopt if the dictionary does not have it.
    std::optional<std::string_view> value(std::string_view key) const {
        for (size_t at = 0; (at = dictionary.find(key, at)) != std::string_view::npos; at++) {
            std::string_view after = dictionary.substr(at + key.size());
            if (!after.empty() && (isspace(uint8_t(after[0])) || strchr("/[<(", after[0]))) return after;
        }
        return std::nullopt;
    }

    /// Returns the numbers that follow a key, in brackets or not.
    std::vector<long> numbers(std::string_view key) const {
        std::vector<long> numbers;
        auto text = value(key);
        if (!text) return numbers;
        size_t at = 0;
        auto skip = [&] { while (at < text->size() && (isspace(uint8_t((*text)[at])) || (*text)[at] == '[')) at++; };
        for (skip(); at < text->size() && isdigit(uint8_t((*text)[at])); skip()) {
            long number = 0;
            for (; at < text->size() && isdigit(uint8_t((*text)[at])) && number < 1'000'000'000; at++) {
                number = 10 * number + ((*text)[at] - '0');
            }
            numbers.push_back(number);
        }
        return numbers;
    }

    long first(std::string_view key) const {
        auto numbers = this->numbers(key);
        return numbers.empty() ? -1 : numbers[0];
    }

    /// Returns the reference that follows a key, as an entry of a dictionary; empty if there is none.
    std::string reference(std::string_view key) const {
        auto numbers = this->numbers(key);
        if (numbers.size() < 2) return {};
        return std::string(key) + " " + std::to_string(numbers[0]) + " " + std::to_string(numbers[1]) + " R ";
    }

    /// Returns the first bytes of the data; nullopt if there are fewer, or they are stored in another way.
    std::optional<std::string> data(size_t count) const {
        if (count > largestData || value("/DecodeParms")) return std::nullopt;
        if (!value("/Filter")) return count <= rest.size() ? std::optional(std::string(rest.substr(0, count))) : std::nullopt;
        if (dictionary.find("/FlateDecode") == std::string_view::npos) return std::nullopt;
        std::string result(count, '\0');
        z_stream stream = {};
        if (inflateInit(&stream) != Z_OK) return std::nullopt;
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(rest.data()));
        // Compressed data is hardly longer than what it holds. Empty blocks could go on through the whole file.
        stream.avail_in = uInt(std::min(rest.size(), 2 * count + 4096));
        stream.next_out = reinterpret_cast<Bytef *>(result.data());
        stream.avail_out = uInt(count);
        inflate(&stream, Z_FINISH);
        bool isWhole = stream.avail_out == 0;
        inflateEnd(&stream);
        return isWhole ? std::optional(std::move(result)) : std::nullopt;
    }
};

/// Returns the stream at an offset of a file.
std::optional<FileStream> streamAt(std::string_view file, long offset) {
    if (offset < 0 || size_t(offset) >= file.size()) return std::nullopt;
    std::string_view text = file.substr(size_t(offset));
    size_t start = text.substr(0, 40).find("obj");
    if (start == std::string_view::npos || !isdigit(uint8_t(text[0]))) return std::nullopt;
    size_t end = text.substr(0, 4096).find("stream");
    if (end == std::string_view::npos || end < start) return std::nullopt;
    FileStream stream;
    stream.number = strtol(std::string(text.substr(0, start)).c_str(), nullptr, 10);
    stream.dictionary = text.substr(start + 3, end - start - 3);
    stream.rest = text.substr(end + 6);
    if (stream.rest.substr(0, 2) == "\r\n") stream.rest.remove_prefix(1);
    if (!stream.rest.empty()) stream.rest.remove_prefix(1);
    return stream;
}

/// An entry of a table: its kind, and two numbers that depend on it.
struct Entry {
    long object;
    uint64_t fields[3];
};

/// Returns the entries of a table; empty if it is damaged.
std::vector<Entry> entries(const FileStream &table) {
    std::vector<long> widths = table.numbers("/W"), ranges = table.numbers("/Index");
    long size = table.first("/Size");
    if (widths.size() < 3 || size < 0) return {};
    if (ranges.size() < 2) ranges = {0, size};
    size_t width = 0, count = 0;
    for (int i = 0; i < 3; i++) {
        if (widths[i] > 8) return {};
        width += size_t(widths[i]);
    }
    for (size_t i = 0; i + 1 < ranges.size(); i += 2) count += size_t(ranges[i + 1]);
    if (width == 0 || count > mostEntries || count > largestData / width) return {};
    auto data = table.data(count * width);
    if (!data) return {};
    std::vector<Entry> entries;
    const char *at = data->data();
    for (size_t i = 0; i + 1 < ranges.size(); i += 2) {
        for (long k = 0; k < ranges[i + 1]; k++) {
            Entry entry{ranges[i] + k, {widths[0] == 0 ? 1u : 0u, 0, 0}};
            for (int field = 0; field < 3; field++) {
                for (long byte = 0; byte < widths[field]; byte++) {
                    entry.fields[field] = entry.fields[field] << 8 | uint8_t(*at++);
                }
            }
            entries.push_back(entry);
        }
    }
    return entries;
}

/// The bytes and the objects of object streams that may still be read.
struct Allowance {
    size_t bytes = largestData;
    size_t objects = mostEntries;
};

/// Returns the index of each object in an object stream; empty if it is damaged, or too much was read before.
std::unordered_map<long, uint64_t> indexes(const FileStream &stream, Allowance &left) {
    std::unordered_map<long, uint64_t> indexes;
    long count = stream.first("/N"), first = stream.first("/First");
    if (count <= 0 || first <= 0 || size_t(first) > left.bytes || size_t(count) > left.objects) return indexes;
    left.bytes -= size_t(first);
    left.objects -= size_t(count);
    auto head = stream.data(size_t(first));
    if (!head) return indexes;
    char *at = head->data();
    for (long i = 0; i < count; i++) {
        char *end = nullptr;
        long object = strtol(at, &end, 10);
        if (end == at) break;
        strtol(end, &at, 10);
        indexes.emplace(object, uint64_t(i));
    }
    return indexes;
}

/// Replaces wrong indexes. Returns whether there were any.
bool mend(std::vector<Entry> &entries, std::string_view file) {
    std::unordered_map<long, uint64_t> offsets;
    for (const Entry &entry : entries) {
        if (entry.fields[0] == 1) offsets.emplace(entry.object, entry.fields[1]);
    }
    std::unordered_map<uint64_t, std::unordered_map<long, uint64_t>> streams;
    Allowance left;
    bool isMended = false;
    for (Entry &entry : entries) {
        if (entry.fields[0] != 2) continue;
        if (streams.size() == mostStreams && !streams.count(entry.fields[1])) continue;
        auto [known, isNew] = streams.try_emplace(entry.fields[1]);
        if (isNew) {
            auto offset = offsets.find(long(entry.fields[1]));
            auto stream = offset == offsets.end() ? std::nullopt : streamAt(file, long(offset->second));
            if (stream && uint64_t(stream->number) == entry.fields[1]) known->second = indexes(*stream, left);
        }
        auto index = known->second.find(entry.object);
        if (index == known->second.end() || index->second == entry.fields[2]) continue;
        entry.fields[2] = index->second;
        isMended = true;
    }
    return isMended;
}
}

/// Returns the whole file; nullopt if it is too large.
static std::optional<std::string> contents(const char *path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file || file.tellg() < 0 || size_t(file.tellg()) > largestFile) return std::nullopt;
    std::string bytes(size_t(file.tellg()), '\0');
    file.seekg(0);
    file.read(bytes.data(), std::streamsize(bytes.size()));
    return file ? std::optional(std::move(bytes)) : std::nullopt;
}

/// Returns a copy of a file with corrected indexes; -1 if none are wrong or it cannot be repaired.
static int mendIndexes(const char *path) {
    auto bytes = contents(path);
    size_t end = bytes ? bytes->rfind("startxref") : std::string::npos;
    if (end == std::string::npos) return -1;
    auto table = streamAt(*bytes, strtol(bytes->c_str() + end + 9, nullptr, 10));
    // Tables in several parts, and encrypted ones, are left alone.
    if (!table || table->value("/Prev") || table->value("/Encrypt")) return -1;
    std::vector<Entry> all = entries(*table);
    if (!mend(all, *bytes)) return -1;

    // The file with another table at its end.
    std::string rows, ranges;
    size_t run = 0;
    for (const Entry &entry : all) {
        if (&entry == &all.front() || entry.object != (&entry)[-1].object + 1) {
            if (run > 0) ranges += std::to_string(run) + " ";
            ranges += std::to_string(entry.object) + " ";
            run = 0;
        }
        run++;
        rows.push_back(char(entry.fields[0]));
        for (int field = 1; field < 3; field++) {
            for (int shift = 56; shift >= 0; shift -= 8) rows.push_back(char(entry.fields[field] >> shift));
        }
    }
    ranges += std::to_string(run);
    std::string added = "\n";
    size_t start = bytes->size() + added.size();
    added += std::to_string(table->number) + " 0 obj\n<< /Type /XRef /W [1 8 8] /Size " + std::to_string(table->first("/Size"))
             + " " + table->reference("/Root") + table->reference("/Info") + "/Index [" + ranges + "] /Length "
             + std::to_string(rows.size()) + " >>\nstream\n" + rows + "\nendstream\nendobj\nstartxref\n"
             + std::to_string(start) + "\n%%EOF\n";
    int descriptor = memfd_create("repaired.pdf", MFD_CLOEXEC);
    auto write = [&](const std::string &part) {
        for (size_t done = 0; done < part.size();) {
            ssize_t count = ::write(descriptor, part.data() + done, part.size() - done);
            if (count <= 0) return false;
            done += size_t(count);
        }
        return true;
    };
    if (descriptor < 0 || (write(*bytes) && write(added))) return descriptor;
    close(descriptor);
    return -1;
}

// MARK: Annotations

/// The number of annotations above which Poppler refuses a page.
static constexpr int mostAnnotations = 10000;
/// The number of nodes of the page tree that are visited, and their depth.
static constexpr int mostNodes = 20000;
static constexpr int mostDepth = 64;
/// The number of elements of arrays in these nodes that are read. Nodes may share an array, which is read for each.
static constexpr int64_t mostElements = 1 << 22;
/// The maximum number of pages that are repaired. Pages may share an array that the copy then has several times.
static constexpr int mostPages = 64;
/// The maximum size of a copy, in bytes.
static constexpr rlim_t largestCopy = 256 << 20;

namespace {
/// The nodes and elements that were visited, and the pages that were repaired.
struct PageCount {
    int nodes = 0;
    int64_t elements = 0;
    int mended = 0;

    bool isFull() const { return nodes >= mostNodes || elements >= mostElements; }
};

/// The limit on the sizes of files, while a copy is written. Writing beyond it fails.
class FileSizeLimit {
public:
    FileSizeLimit() {
        handler = signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit limit{std::min(largestCopy, before.rlim_max), before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit &) = delete;
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before);
        signal(SIGXFSZ, handler);
    }

private:
    rlimit before = {};
    void (*handler)(int) = SIG_DFL;
};
}

/// Removes the annotations of pages with more than Poppler reads. Returns whether there were any.
static bool shortenAnnotations(XRef *table, const Object &reference, int depth, PageCount &count) {
    if (!reference.isRef() || depth > mostDepth || count.isFull()) return false;
    count.nodes++;
    Object node = table->fetch(reference.getRef());
    if (!node.isDict()) return false;
    bool isMended = false;
    Object kids = node.dictLookup("Kids");
    if (kids.isArray()) count.elements += kids.arrayGetLength();
    for (int i = 0; kids.isArray() && i < kids.arrayGetLength() && !count.isFull(); i++) {
        isMended = shortenAnnotations(table, kids.arrayGetNF(i), depth + 1, count) || isMended;
    }
    Object all = node.dictLookup("Annots");
    if (all.isArray()) count.elements += all.arrayGetLength();
    if (!all.isArray() || all.arrayGetLength() <= mostAnnotations) return isMended;
    if (++count.mended > mostPages) return isMended;
    auto some = new Array(table);
    for (int i = 0; i < mostAnnotations; i++) some->add(all.arrayGetNF(i).copy());
    node.dictSet("Annots", Object(some));
    table->setModifiedObject(&node, reference.getRef());
    return true;
}

/// Returns a copy of a file with fewer annotations; -1 if no page has too many.
static int mendAnnotations(const std::string &path) {
    GlobalParamsIniter parameters(nullptr);
    PDFDoc document(std::make_unique<GooString>(path));
    if (!document.isOk() || document.isEncrypted()) return -1;
    if (document.getBaseStream()->getLength() > Goffset(largestFile)) return -1;
    Object catalog = document.getXRef()->getCatalog();
    PageCount count;
    if (!catalog.isDict()) return -1;
    if (!shortenAnnotations(document.getXRef(), catalog.dictLookupNF("Pages"), 0, count)) return -1;
    int descriptor = memfd_create("repaired.pdf", MFD_CLOEXEC);
    if (descriptor < 0) return -1;
    std::string copy = "/proc/self/fd/" + std::to_string(descriptor);
    FileSizeLimit limit;
    if (document.saveAs(GooString(copy), writeForceIncremental) == errNone) return descriptor;
    close(descriptor);
    return -1;
}

int page_file_repair(const char *path) {
    int first = -1;
    // Exceptions must not leave C++.
    try {
        first = mendIndexes(path);
        std::string whole = first < 0 ? path : "/proc/self/fd/" + std::to_string(first);
        int second = mendAnnotations(whole);
        if (second < 0) return first;
        if (first >= 0) close(first);
        return second;
    } catch (const std::bad_alloc &) {
        if (first >= 0) close(first);
        return -1;
    }
}
