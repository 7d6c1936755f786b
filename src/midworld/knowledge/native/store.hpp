// The atoms of one model: how often each is supported, and lists to walk from either end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hashindex.hpp"

namespace midworld {

// Names are positive, literals negative; zero is nothing.
using Term = std::int32_t;

struct Atom {
    Term s, p, o;
    bool operator==(const Atom& other) const { return s == other.s && p == other.p && o == other.o; }
};

inline std::uint32_t hash_of(const Atom& atom) {
    const auto ends = static_cast<std::uint64_t>(static_cast<std::uint32_t>(atom.s)) << 32 |
                      static_cast<std::uint32_t>(atom.o);
    return hashed(ends ^ static_cast<std::uint64_t>(atom.p) * 0x9E3779B97F4A7C15ull);
}

enum class Source : std::uint8_t { kNot, kDerived, kAsserted };

struct Fact {
    Atom atom;
    // Where it stands in the lists of its subject, of its object and of its predicate.
    std::uint32_t places[3] = {0, 0, 0};
    std::int64_t count = 0;
    std::uint32_t doubted = 0;
    Source source = Source::kNot;
    // Whether it is in the lists; what is only announced is not.
    bool live = false;
};

struct Link {
    Term term;
    std::uint32_t fact;
};

// A list with room for two in itself: most are that short.
class Links {
  public:
    Links() = default;
    Links(const Links& other) { copy(other); }
    Links(Links&& other) noexcept { take(other); }
    Links& operator=(const Links& other) {
        if (this != &other) {
            release();
            copy(other);
        }
        return *this;
    }
    Links& operator=(Links&& other) noexcept {
        if (this != &other) {
            release();
            take(other);
        }
        return *this;
    }
    ~Links() { release(); }

    const Link* begin() const { return room_ > kNear ? far_ : near_; }
    const Link* end() const { return begin() + size_; }
    std::uint32_t size() const { return size_; }

    void push(Link link) {
        if (size_ == room_) {
            const std::uint32_t room = 2 * room_;
            Link* grown = new Link[room];
            std::memcpy(grown, begin(), size_ * sizeof(Link));
            release();
            far_ = grown;
            room_ = room;
        }
        data()[size_++] = link;
    }

    void prefetch_last() const {
        if (size_ > 0) __builtin_prefetch(begin() + size_ - 1);
    }

    // Takes one out; the last one takes its place and is given back.
    Link drop(std::uint32_t place) {
        Link* links = data();
        links[place] = links[--size_];
        return links[place];
    }

  private:
    static constexpr std::uint32_t kNear = 2;

    Link* data() { return room_ > kNear ? far_ : near_; }
    void release() {
        if (room_ > kNear) delete[] far_;
    }
    void copy(const Links& other) {
        size_ = other.size_;
        room_ = kNear;
        while (room_ < size_) room_ *= 2;
        if (room_ > kNear) far_ = new Link[room_];
        std::memcpy(data(), other.begin(), size_ * sizeof(Link));
    }
    void take(Links& other) {
        size_ = other.size_;
        room_ = other.room_;
        std::memcpy(static_cast<void*>(near_), static_cast<const void*>(other.near_), sizeof(near_));
        if (room_ > kNear) far_ = other.far_;
        other.size_ = 0;
        other.room_ = kNear;
    }

    std::uint32_t size_ = 0;
    std::uint32_t room_ = kNear;
    union {
        Link near_[kNear];
        Link* far_;
    };
};

class Store {
  public:
    std::uint32_t find(const Atom& atom) const {
        return numbers_.find(hash_of(atom), [&](std::uint32_t number) { return facts_[number].atom == atom; });
    }

    bool holds(const Atom& atom) const {
        const std::uint32_t number = find(atom);
        return number != kNone && facts_[number].live;
    }

    Fact& operator[](std::uint32_t number) { return facts_[number]; }
    const Fact& operator[](std::uint32_t number) const { return facts_[number]; }

    // The number of an atom, announced if need be.
    std::uint32_t at(const Atom& atom) {
        std::uint32_t number = find(atom);
        if (number != kNone) return number;
        if (free_facts_.empty()) {
            number = static_cast<std::uint32_t>(facts_.size());
            facts_.emplace_back();
        } else {
            number = free_facts_.back();
            free_facts_.pop_back();
            facts_[number] = Fact{};
        }
        facts_[number].atom = atom;
        numbers_.insert(hash_of(atom), number);
        return number;
    }

    // The likely number of an atom, without looking at the atom itself.
    std::uint32_t find_near(const Atom& atom) const {
        return numbers_.find(hash_of(atom), [](std::uint32_t) { return true; });
    }

    // Most time goes into waiting for memory: say early what will be needed.
    void prefetch(const Atom& atom) const { numbers_.prefetch(hash_of(atom)); }
    void prefetch_lists(const Atom& atom) const {
        for (int end = 0; end < 3; ++end) keys_.prefetch(hashed(key(atom, end)));
    }
    void prefetch_fact(std::uint32_t number) const { __builtin_prefetch(&facts_[number]); }

    // The lists a live atom stands in, by the ends it is reached from; they stay while it does.
    struct Stands {
        std::uint32_t lists[3];
    };
    Stands stands(std::uint32_t number) const {
        Stands found;
        for (int end = 0; end < 3; ++end) {
            found.lists[end] = list_at(key(facts_[number].atom, end));
            __builtin_prefetch(&lists_[found.lists[end]]);
        }
        return found;
    }
    // Whoever will take the place of an atom in its lists.
    void prefetch_last(const Stands& stands) const {
        for (const std::uint32_t list : stands.lists) lists_[list].links.prefetch_last();
    }

    void enliven(std::uint32_t number) {
        const Atom atom = facts_[number].atom;
        facts_[number].live = true;
        ++live_;
        const Term others[3] = {atom.o, atom.s, atom.s};
        std::uint32_t lists[3];
        for (int end = 0; end < 3; ++end) {
            lists[end] = list_of(key(atom, end));
            __builtin_prefetch(&lists_[lists[end]]);
        }
        for (int end = 0; end < 3; ++end) {
            facts_[number].places[end] = lists_[lists[end]].links.size();
            lists_[lists[end]].links.push({others[end], number});
        }
    }

    // Takes a live atom out of the lists; it is forgotten unless it is a source.
    void bury(std::uint32_t number, const Stands& stands) {
        const Atom atom = facts_[number].atom;
        facts_[number].live = false;
        --live_;
        const auto& lists = stands.lists;
        std::uint32_t moved[3];
        for (int end = 0; end < 3; ++end) {
            moved[end] = lists_[lists[end]].links.drop(facts_[number].places[end]).fact;
            __builtin_prefetch(&facts_[moved[end]]);
        }
        for (int end = 0; end < 3; ++end) {
            facts_[moved[end]].places[end] = facts_[number].places[end];
            if (lists_[lists[end]].links.size() == 0) forget_list(lists[end], end, atom.p);
        }
        forget(number);
    }

    // Drops what is neither live nor a source.
    void forget(std::uint32_t number) {
        Fact& fact = facts_[number];
        if (fact.live || fact.source != Source::kNot) return;
        numbers_.erase(hash_of(fact.atom), number);
        free_facts_.push_back(number);
        fact.atom = Atom{0, 0, 0};
    }

    const Links& objects(Term predicate, Term subject) const { return list(packed(predicate, 0, subject)); }
    const Links& subjects(Term predicate, Term object) const { return list(packed(predicate, 1, object)); }
    const Links& all(Term predicate) const { return list(packed(predicate, 0, 0)); }
    const std::vector<Term>& predicates() const { return predicates_; }
    bool has(Term predicate) const { return list_at(packed(predicate, 0, 0)) != kNone; }
    std::size_t live() const { return live_; }
    const std::vector<Fact>& facts() const { return facts_; }

    // A new mark for what is doubted in one update.
    std::uint32_t next_doubt() {
        if (++doubt_ == 0) {
            for (Fact& fact : facts_) fact.doubted = 0;
            doubt_ = 1;
        }
        return doubt_;
    }

  private:
    static std::uint64_t packed(Term predicate, std::uint64_t end, Term term) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(predicate)) << 33 | end << 32 |
               static_cast<std::uint32_t>(term);
    }
    static std::uint64_t key(const Atom& atom, int end) {
        if (end == 0) return packed(atom.p, 0, atom.s);
        return end == 1 ? packed(atom.p, 1, atom.o) : packed(atom.p, 0, 0);
    }

    struct List {
        std::uint64_t key = 0;
        Links links;
    };

    std::uint32_t list_at(std::uint64_t where) const {
        return keys_.find(hashed(where), [&](std::uint32_t list) { return lists_[list].key == where; });
    }

    const Links& list(std::uint64_t where) const {
        static const Links nothing;
        const std::uint32_t found = list_at(where);
        return found == kNone ? nothing : lists_[found].links;
    }

    std::uint32_t list_of(std::uint64_t where) {
        std::uint32_t found = list_at(where);
        if (found != kNone) return found;
        if (free_lists_.empty()) {
            found = static_cast<std::uint32_t>(lists_.size());
            lists_.emplace_back();
        } else {
            found = free_lists_.back();
            free_lists_.pop_back();
        }
        lists_[found].key = where;
        keys_.insert(hashed(where), found);
        if (static_cast<std::uint32_t>(where) == 0) predicates_.push_back(static_cast<Term>(where >> 33));
        return found;
    }

    void forget_list(std::uint32_t list, int end, Term predicate) {
        keys_.erase(hashed(lists_[list].key), list);
        lists_[list] = List{};
        free_lists_.push_back(list);
        if (end == 2) predicates_.erase(std::find(predicates_.begin(), predicates_.end(), predicate));
    }

    HashIndex numbers_;
    std::vector<Fact> facts_;
    std::vector<std::uint32_t> free_facts_;
    HashIndex keys_;
    std::vector<List> lists_;
    std::vector<std::uint32_t> free_lists_;
    std::vector<Term> predicates_;
    std::size_t live_ = 0;
    std::uint32_t doubt_ = 0;
};

}  // namespace midworld
