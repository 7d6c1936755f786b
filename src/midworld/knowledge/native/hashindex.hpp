// A hash table of numbers in one array: whoever has the number knows the key, so a place is eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace midworld {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

inline std::uint32_t hashed(std::uint64_t bits) {
    bits ^= bits >> 32;
    bits *= 0xD6E8FEB86659FD93ull;
    bits ^= bits >> 32;
    bits *= 0xD6E8FEB86659FD93ull;
    return static_cast<std::uint32_t>(bits ^ (bits >> 32));
}

// Open addressing with linear probing; erasing leaves no holes. `same(number)` tells whether a key is meant.
class HashIndex {
  public:
    template <class Same>
    std::uint32_t find(std::uint32_t hash, Same same) const {
        if (slots_.empty()) return kNone;
        for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
            const Slot slot = slots_[at];
            if (slot.number == kNone || (slot.hash == hash && same(slot.number))) return slot.number;
        }
    }

    // The key must not be there yet.
    void insert(std::uint32_t hash, std::uint32_t number) {
        if (4 * (size_ + 1) > 3 * slots_.size()) grow();
        place({hash, number});
        ++size_;
    }

    void erase(std::uint32_t hash, std::uint32_t number) {
        if (slots_.empty()) return;
        std::size_t hole = hash & mask();
        while (slots_[hole].number != number) {
            if (slots_[hole].number == kNone) return;
            hole = (hole + 1) & mask();
        }
        // Move back whoever was pushed on by the one that goes.
        for (std::size_t at = (hole + 1) & mask(); slots_[at].number != kNone; at = (at + 1) & mask()) {
            const std::size_t wanted = slots_[at].hash & mask();
            if (((at - wanted) & mask()) >= ((at - hole) & mask())) {
                slots_[hole] = slots_[at];
                hole = at;
            }
        }
        slots_[hole] = Slot{};
        --size_;
    }

    // Brings the place of a key near while something else is done.
    void prefetch(std::uint32_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask()]);
    }

    void clear() {
        slots_.clear();
        size_ = 0;
    }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = kNone;
    };

    std::size_t mask() const { return slots_.size() - 1; }

    void place(Slot slot) {
        std::size_t at = slot.hash & mask();
        while (slots_[at].number != kNone) at = (at + 1) & mask();
        slots_[at] = slot;
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.number != kNone) place(slot);
        }
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace midworld
