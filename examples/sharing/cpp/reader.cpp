// Reads a recorded stream of Midworld (docs/formats.md, "The wire") without any library: where things are, and what
// happens. Build: cmake -B build && cmake --build build. Use: build/midworld_reader run.mwlog
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A value of msgpack: only what the wire uses.
struct Value {
    enum Kind { Nil, Bool, Int, Float, Text, Array, Map } kind = Nil;
    int64_t integer = 0;
    double number = 0;
    std::string text;  // of strings and of bytes
    std::vector<Value> items;  // of arrays; of maps keys and values in turn

    const Value* find(const std::string& key) const {
        for (size_t i = 0; i + 1 < items.size(); i += 2)
            if (items[i].text == key) return &items[i + 1];
        return nullptr;
    }
};

class Parser {
public:
    explicit Parser(std::string_view data) : data_(data) {}

    Value value() {
        const uint8_t tag = static_cast<uint8_t>(take(1)[0]);
        if (tag <= 0x7f) return integer(tag);
        if (tag >= 0xe0) return integer(static_cast<int8_t>(tag));
        if (tag <= 0x8f) return list(Value::Map, 2 * (tag & 15));
        if (tag <= 0x9f) return list(Value::Array, tag & 15);
        if (tag <= 0xbf) return text(tag & 31);
        switch (tag) {
            case 0xc0: return {};
            case 0xc2: case 0xc3: { Value v = integer(tag & 1); v.kind = Value::Bool; return v; }
            case 0xc4: case 0xd9: return text(big(1));
            case 0xc5: case 0xda: return text(big(2));
            case 0xc6: case 0xdb: return text(big(4));
            case 0xcb: { const uint64_t bits = big(8); Value v; v.kind = Value::Float; std::memcpy(&v.number, &bits, 8); return v; }
            case 0xcc: return integer(static_cast<int64_t>(big(1)));
            case 0xcd: return integer(static_cast<int64_t>(big(2)));
            case 0xce: return integer(static_cast<int64_t>(big(4)));
            case 0xcf: return integer(static_cast<int64_t>(big(8)));
            case 0xd0: return integer(static_cast<int8_t>(big(1)));
            case 0xd1: return integer(static_cast<int16_t>(big(2)));
            case 0xd2: return integer(static_cast<int32_t>(big(4)));
            case 0xd3: return integer(static_cast<int64_t>(big(8)));
            case 0xdc: return list(Value::Array, big(2));
            case 0xdd: return list(Value::Array, big(4));
            case 0xde: return list(Value::Map, 2 * big(2));
            case 0xdf: return list(Value::Map, 2 * big(4));
            default: throw std::runtime_error("a kind of value the wire does not use");
        }
    }

private:
    std::string_view take(size_t count) {
        if (count > data_.size()) throw std::runtime_error("a message that ends too soon");
        const auto found = data_.substr(0, count);
        data_.remove_prefix(count);
        return found;
    }
    uint64_t big(size_t count) {
        uint64_t found = 0;
        for (const char byte : take(count)) found = found << 8 | static_cast<uint8_t>(byte);
        return found;
    }
    static Value integer(int64_t number) { Value v; v.kind = Value::Int; v.integer = number; v.number = static_cast<double>(number); return v; }
    Value text(size_t count) { Value v; v.kind = Value::Text; v.text = std::string(take(count)); return v; }
    Value list(Value::Kind kind, size_t count) {
        Value v;
        v.kind = kind;
        for (size_t i = 0; i < count; ++i) v.items.push_back(value());
        return v;
    }
    std::string_view data_;
};

// The checksum of zlib and PNG.
uint32_t crc32(std::string_view data) {
    uint32_t crc = ~0u;
    for (const char byte : data) {
        crc ^= static_cast<uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
    }
    return ~crc;
}

uint32_t little(std::string_view data) {
    uint32_t found = 0;
    for (size_t i = 4; i--;) found = found << 8 | static_cast<uint8_t>(data[i]);
    return found;
}

// A commit is [1, number, world, forget_before, delta], a delta [stamp, put, removed, columns, entries].
void tell(const Value& commit) {
    const std::string& world = commit.items.at(2).text;
    const Value delta = Parser(commit.items.at(4).text).value();
    if (const Value* pose = delta.items.at(3).find("pose")) {
        const auto& names = pose->items.at(0).items;
        const std::string& rows = pose->items.at(1).text;
        if (rows.size() != names.size() * 56) throw std::runtime_error("a table of another size than its names");
        for (size_t row = 0; row < names.size(); ++row) {
            double at[7];  // little-endian, as this machine is
            std::memcpy(at, rows.data() + row * sizeof at, sizeof at);
            std::cout << "pose " << world << ' ' << names[row].text << ' ' << at[0] << ' ' << at[1] << ' ' << at[2] << '\n';
        }
    }
    for (const Value& entry : delta.items.at(4).items) {
        const Value *kind = entry.find("type"), *what = entry.find("predicate"), *who = entry.find("subject");
        std::cout << (kind ? kind->text : "?") << ' ' << world << ' ' << (who ? who->text : "") << ' ' << what->text << '\n';
    }
}

int main(int count, char** words) try {
    if (count != 2) throw std::runtime_error("use: midworld_reader run.mwlog");
    std::ifstream file(words[1], std::ios::binary);
    std::string head(12, '\0');
    if (!file.read(head.data(), 12) || head.substr(0, 8) != "\x89MWLOG\r\n") throw std::runtime_error("no stream of Midworld");
    if (const uint32_t version = little(std::string_view(head).substr(8)); version != 2)
        throw std::runtime_error("version " + std::to_string(version) + ", this reads 2");
    std::cout.precision(17);
    while (file.read(head.data(), 12)) {
        const std::string_view view(head);
        if (crc32(view.substr(0, 8)) != little(view.substr(8))) throw std::runtime_error("a head that does not match its checksum");
        std::string payload(little(view), '\0');
        if (!file.read(payload.data(), static_cast<std::streamsize>(payload.size()))) break;  // cut short, as by a kill
        if (crc32(payload) != little(view.substr(4))) throw std::runtime_error("a frame that does not match its checksum");
        const Value record = Parser(payload).value();
        if (record.items.at(0).integer == 1) tell(record);
    }
} catch (const std::exception& error) {
    std::cerr << "midworld_reader: " << error.what() << '\n';
    return 2;
}
