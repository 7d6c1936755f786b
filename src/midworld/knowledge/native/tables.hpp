// A terminology in the form the core works with: what each source contributes, and rules as programs.
#pragma once

#include <pybind11/pybind11.h>

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store.hpp"

namespace midworld {

namespace py = pybind11;

struct Weighted {
    Atom atom;
    std::int64_t weight;
};

// What every source of one property or class contributes, before its subject and object are known.
struct Shape {
    // Consequences depend on the object's value: follow them one by one.
    bool varies = false;
    std::vector<std::pair<Term, std::int64_t>> same, swapped, subject_kinds, object_kinds;
};

enum class Op { kCheck, kObjects, kSubjects, kScan, kLoops, kTest };

struct Step {
    Op op;
    Term predicate = 0;
    int subject = 0, object = 0;
    py::object holds;
    std::vector<int> seats;
};

// A rule as run when an atom fits one of its patterns: seats to fill, then steps to take.
struct Program {
    int rule = 0;
    int subject = 0, object = 0;
    std::vector<Term> start;
    std::vector<Step> steps;
    // The seats and predicate of the head; no predicate for a contradiction.
    int head_subject = 0, head_object = 0;
    Term head_predicate = 0;
};

// What Python told once, by a key of 64 bits; references stay good while more comes.
template <class Value>
class Told {
  public:
    template <class Ask>
    const Value& get(std::uint64_t key, Ask ask) {
        const std::uint32_t known =
            numbers_.find(hashed(key), [&](std::uint32_t number) { return values_[number].first == key; });
        if (known != kNone) return values_[known].second;
        values_.emplace_back(key, ask());
        numbers_.insert(hashed(key), static_cast<std::uint32_t>(values_.size() - 1));
        return values_.back().second;
    }

  private:
    HashIndex numbers_;
    std::deque<std::pair<std::uint64_t, Value>> values_;
};

// A program as Python tells it: rule, seats at the start, seats of the atom, steps, head.
inline Program read_program(const py::tuple& told) {
    Program made;
    made.rule = told[0].cast<int>();
    for (const py::handle each : told[1]) made.start.push_back(each.cast<Term>());
    made.subject = told[2].cast<int>();
    made.object = told[3].cast<int>();
    for (const py::handle each : told[4]) {
        const auto row = each.cast<py::tuple>();
        Step step{static_cast<Op>(row[0].cast<int>()), 0, 0, 0, {}, {}};
        if (step.op == Op::kTest) {
            step.holds = row[1];
            for (const py::handle seat : row[2]) step.seats.push_back(seat.cast<int>());
        } else {
            step.predicate = row[1].cast<Term>();
            step.subject = row[2].cast<int>();
            step.object = row[3].cast<int>();
        }
        made.steps.push_back(std::move(step));
    }
    if (!told[5].is_none()) {
        const auto head = told[5].cast<py::tuple>();
        made.head_subject = head[0].cast<int>();
        made.head_predicate = head[1].cast<Term>();
        made.head_object = head[2].cast<int>();
    }
    return made;
}

// The shelves programs stand on: by what fires them, what they forbid, what they derive.
enum class Shelf : std::uint64_t { kRules, kClassRules, kClashes, kClassClashes, kHeads, kClassHeads };

// Everything is asked of Python when it is first needed, and kept.
class Tables {
  public:
    using Programs = std::vector<Program>;

    Tables(Term type, Term same_as, Term nothing, py::object shape, py::object followed, py::object programs)
        : type(type),
          same_as(same_as),
          nothing(nothing),
          shape_(std::move(shape)),
          followed_(std::move(followed)),
          programs_(std::move(programs)) {}

    const Term type, same_as, nothing;
    // Classes that exclude each other.
    std::unordered_map<Term, std::vector<Term>> disjoint;

    const Programs& fired_by(const Atom& atom) { return on(Shelf::kRules, atom); }
    const Programs& clashing(const Atom& atom) { return on(Shelf::kClashes, atom); }
    const Programs& deriving(const Atom& atom) { return on(Shelf::kHeads, atom); }
    // The same for rules over any class.
    const Programs& fired_by_any_class() { return kept(Shelf::kRules, type); }
    const Programs& clashing_any_class() { return kept(Shelf::kClashes, type); }
    const Programs& deriving_any_class() { return kept(Shelf::kHeads, type); }

    // Everything a source contributes, itself included.
    void contribute(const Atom& source, bool asserted, std::vector<Weighted>& out) {
        out.clear();
        const bool typed = source.p == type;
        const Shape& shape = shape_of(typed ? source.o : source.p, typed, asserted);
        if (shape.varies) {
            const auto& kept = follow(source, asserted);
            out.assign(kept.begin(), kept.end());
            return;
        }
        for (const auto& [name, weight] : shape.same) out.push_back({{source.s, name, source.o}, weight});
        for (const auto& [kind, weight] : shape.subject_kinds) out.push_back({{source.s, type, kind}, weight});
        if (typed || source.o < 0) return;
        for (const auto& [name, weight] : shape.swapped) out.push_back({{source.o, name, source.s}, weight});
        for (const auto& [kind, weight] : shape.object_kinds) out.push_back({{source.o, type, kind}, weight});
    }

  private:
    static constexpr std::size_t kKept = 50000;

    const Programs& on(Shelf shelf, const Atom& atom) {
        if (atom.p != type) return kept(shelf, atom.p);
        return kept(static_cast<Shelf>(static_cast<std::uint64_t>(shelf) + 1), atom.o);
    }

    const Programs& kept(Shelf shelf, Term key) {
        const std::uint64_t place = static_cast<std::uint64_t>(static_cast<std::uint32_t>(key)) << 3 |
                                    static_cast<std::uint64_t>(shelf);
        return told_programs_.get(place, [&] {
            Programs found;
            for (const py::handle each : programs_(static_cast<int>(shelf), key)) {
                found.push_back(read_program(each.cast<py::tuple>()));
            }
            return found;
        });
    }

    const Shape& shape_of(Term name, bool typed, bool asserted) {
        const std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(name)) << 2 |
                                  static_cast<std::uint64_t>(typed) << 1 | static_cast<std::uint64_t>(asserted);
        return told_shapes_.get(key, [&] {
            Shape shape;
            const py::object told = shape_(name, typed, asserted);
            shape.varies = told.is_none();
            if (shape.varies) return shape;
            const auto parts = told.cast<py::tuple>();
            shape.same = pairs(parts[0]);
            shape.swapped = pairs(parts[1]);
            shape.subject_kinds = pairs(parts[2]);
            shape.object_kinds = pairs(parts[3]);
            return shape;
        });
    }

    static std::vector<std::pair<Term, std::int64_t>> pairs(const py::handle& told) {
        std::vector<std::pair<Term, std::int64_t>> found;
        for (const py::handle each : told) {
            const auto pair = each.cast<py::tuple>();
            found.emplace_back(pair[0].cast<Term>(), pair[1].cast<std::int64_t>());
        }
        return found;
    }

    const std::vector<Weighted>& follow(const Atom& source, bool asserted) {
        Followed& followed = followed_kept_[asserted ? 1 : 0];
        const std::uint32_t known = followed.numbers.find(
            hash_of(source), [&](std::uint32_t number) { return followed.kept[number].first == source; });
        if (known != kNone) return followed.kept[known].second;
        if (followed.kept.size() >= kKept) followed = Followed{};
        std::vector<Weighted> found;
        for (const py::handle each : followed_(source.s, source.p, source.o, asserted)) {
            const auto row = each.cast<py::tuple>();
            found.push_back(
                {{row[0].cast<Term>(), row[1].cast<Term>(), row[2].cast<Term>()}, row[3].cast<std::int64_t>()});
        }
        followed.numbers.insert(hash_of(source), static_cast<std::uint32_t>(followed.kept.size()));
        followed.kept.emplace_back(source, std::move(found));
        return followed.kept.back().second;
    }

    struct Followed {
        HashIndex numbers;
        std::vector<std::pair<Atom, std::vector<Weighted>>> kept;
    };

    py::object shape_, followed_, programs_;
    Told<Programs> told_programs_;
    Told<Shape> told_shapes_;
    Followed followed_kept_[2];
};

}  // namespace midworld
