// Incremental reasoning in both directions over one model's atoms; the rules of the game are told in reasoner.py.
#pragma once

#include <memory>
#include <stdexcept>

#include "tables.hpp"

namespace midworld {

// What a source counts that cannot rest on the atom it supports; others count 1.
constexpr std::int64_t kCertain = std::int64_t{1} << 20;

using Env = std::vector<Term>;

struct Match {
    int rule;
    Env env;
};

// Walks a program over a store. What it finds goes to a list; with `first`, one is enough.
class Run {
  public:
    Run(const Store& store, const Tables& tables) : store_(store), tables_(tables) {}

    std::vector<Atom> heads;
    std::vector<Match> matches;
    bool first = false;

    bool enter(const Program& program, Term subject, Term object) {
        const Term fixed_subject = program.start[program.subject], fixed_object = program.start[program.object];
        if (fixed_subject && fixed_subject != subject) return false;
        if (fixed_object && fixed_object != object) return false;
        if (program.subject == program.object && subject != object) return false;
        env_ = program.start;
        env_[program.subject] = subject;
        env_[program.object] = object;
        return follow(program, 0);
    }

    bool enter_all(const Tables::Programs& programs, Term subject, Term object) {
        for (const Program& program : programs) {
            if (enter(program, subject, object)) return true;
        }
        return false;
    }

  private:
    bool follow(const Program& program, std::size_t at) {
        if (at == program.steps.size()) return finish(program);
        const Step& step = program.steps[at];
        switch (step.op) {
            case Op::kCheck:
                return store_.holds({env_[step.subject], step.predicate, env_[step.object]}) && follow(program, at + 1);
            case Op::kObjects:
                for (const Link& link : store_.objects(step.predicate, env_[step.subject])) {
                    env_[step.object] = link.term;
                    if (follow(program, at + 1)) return true;
                }
                return false;
            case Op::kSubjects:
                for (const Link& link : store_.subjects(step.predicate, env_[step.object])) {
                    env_[step.subject] = link.term;
                    if (follow(program, at + 1)) return true;
                }
                return false;
            case Op::kScan:
            case Op::kLoops:
                for (const Link& link : store_.all(step.predicate)) {
                    const Atom& atom = store_[link.fact].atom;
                    if (step.op == Op::kLoops && atom.s != atom.o) continue;
                    env_[step.subject] = atom.s;
                    env_[step.object] = atom.o;
                    if (follow(program, at + 1)) return true;
                }
                return false;
            case Op::kTest: {
                py::list values;
                for (const int seat : step.seats) values.append(env_[seat]);
                return py::bool_(step.holds(values)) && follow(program, at + 1);
            }
        }
        return false;
    }

    bool finish(const Program& program) {
        if (program.head_predicate == 0) {
            matches.push_back({program.rule, env_});
            return first;
        }
        const Term source = env_[program.head_subject], target = env_[program.head_object];
        if (source < 0) return false;
        if (program.head_predicate == tables_.same_as && (source == target || target < 0)) return false;
        heads.push_back({source, program.head_predicate, target});
        return first;
    }

    const Store& store_;
    const Tables& tables_;
    Env env_;
};

// The atoms an update brought and those it took away.
struct Change {
    std::vector<Atom> added, removed;
};

class Core {
  public:
    explicit Core(std::shared_ptr<Tables> tables) : tables_(std::move(tables)), store_(std::make_shared<Store>()) {}

    // Shares everything until either is written.
    Core(const Core& other) : tables_(other.tables_), store_(other.store_) {}

    const Store& store() const { return *store_; }
    void retable(std::shared_ptr<Tables> tables) { tables_ = std::move(tables); }

    Source source(const Atom& atom) const {
        const std::uint32_t number = store_->find(atom);
        return number == kNone ? Source::kNot : (*store_)[number].source;
    }

    // Assert and retract together: one fixpoint.
    Change update(const std::vector<Atom>& added, const std::vector<Atom>& removed) {
        begin();
        warm(removed);
        warm(added);
        std::vector<std::pair<Atom, bool>> adding;
        for (const Atom& atom : added) {
            if (source(atom) != Source::kAsserted) adding.emplace_back(atom, true);
        }
        std::vector<Atom> going;
        for (const Atom& atom : removed) {
            if (source(atom) == Source::kAsserted) going.push_back(atom);
        }
        for (const Atom& atom : overdelete(going)) {
            if (may_be_derived(atom) && derivable(atom)) adding.emplace_back(atom, false);
        }
        insert(adding);
        return taken();
    }

    // A new update: what is shared becomes private, what was noted is forgotten.
    void begin() {
        if (store_.use_count() > 1) store_ = std::make_shared<Store>(*store_);
        born_.clear();
        dead_.clear();
    }

    // Removes sources and every derived source that may rest on them; gives all of them.
    std::vector<Atom> overdelete(const std::vector<Atom>& going) {
        Store& store = *store_;
        std::vector<Atom> gone;
        std::vector<bool> asserted;
        for (const Atom& atom : going) withdraw(atom, true, gone, asserted);
        const std::uint32_t mark = store.next_doubt();
        std::vector<std::uint32_t> doubted;
        std::vector<Weighted> given;
        for (std::size_t at = 0; at < gone.size(); ++at) {
            tables_->contribute(gone[at], asserted[at], given);
            for (const Weighted& each : given) store.prefetch(each.atom);
            for (const Weighted& each : given) {
                const std::uint32_t number = known(each.atom);
                Fact& fact = store[number];
                fact.count -= each.weight;
                if (fact.count >= kCertain || fact.doubted == mark) continue;
                fact.doubted = mark;
                doubted.push_back(number);
                for (const Atom& head : fired(each.atom)) withdraw(head, false, gone, asserted);
            }
        }
        bury(doubted);
        return gone;
    }

    // Adds sources and everything that follows from them.
    void insert(const std::vector<std::pair<Atom, bool>>& adding) {
        Store& store = *store_;
        std::vector<std::pair<Atom, bool>> work;
        for (const auto& [atom, asserted] : adding) {
            Fact& fact = store[store.at(atom)];
            if (fact.source == Source::kNot) {
                fact.source = asserted ? Source::kAsserted : Source::kDerived;
                work.emplace_back(atom, asserted);
            } else if (asserted && fact.source == Source::kDerived) {
                assure(atom);
            }
        }
        std::vector<Weighted> given;
        std::vector<std::uint32_t> fresh;
        while (!work.empty()) {
            const auto [atom, asserted] = work.back();
            work.pop_back();
            tables_->contribute(atom, asserted, given);
            for (const Weighted& each : given) store.prefetch(each.atom);
            fresh.clear();
            for (const Weighted& each : given) {
                const std::uint32_t number = store.at(each.atom);
                store[number].count += each.weight;
                if (store[number].live) continue;
                store.prefetch_lists(each.atom);
                fresh.push_back(number);
            }
            for (const std::uint32_t number : fresh) {
                // A source may contribute the same atom twice.
                if (store[number].live) continue;
                const Atom found = store[number].atom;
                store.enliven(number);
                born_.push_back(found);
                for (const Atom& head : fired(found)) {
                    Fact& derived = store[store.at(head)];
                    if (derived.source != Source::kNot) continue;
                    derived.source = Source::kDerived;
                    work.emplace_back(head, false);
                }
            }
        }
    }

    // Whether a rule with several conditions derives an atom from what holds now.
    bool derivable(const Atom& atom) const {
        Run run(*store_, *tables_);
        run.first = true;
        if (run.enter_all(tables_->deriving(atom), atom.s, atom.o)) return true;
        if (atom.p == tables_->type && run.enter_all(tables_->deriving_any_class(), atom.s, atom.o)) return true;
        return equal_derives(atom);
    }

    // Whether a rule has such a head at all, or equality may.
    bool may_be_derived(const Atom& atom) const {
        return !tables_->deriving(atom).empty() || store_->has(tables_->same_as) ||
               (atom.p == tables_->type && !tables_->deriving_any_class().empty());
    }

    // What an update changed in all; an atom that went and came back did neither.
    Change taken() {
        Change change;
        std::vector<Atom> back;
        for (const Atom& atom : dead_) (store_->holds(atom) ? back : change.removed).push_back(atom);
        if (back.empty()) {
            change.added.swap(born_);
        } else {
            HashIndex returned;
            for (std::uint32_t at = 0; at < back.size(); ++at) returned.insert(hash_of(back[at]), at);
            for (const Atom& atom : born_) {
                const auto same = [&](std::uint32_t at) { return back[at] == atom; };
                if (returned.find(hash_of(atom), same) == kNone) change.added.push_back(atom);
            }
        }
        born_.clear();
        dead_.clear();
        return change;
    }

    // Every head that a rule derives from what holds now, begun from its first pattern.
    std::vector<Atom> heads(Term predicate, Term object, const Program& program) const {
        Run run(*store_, *tables_);
        for (const Link& link : object ? store_->subjects(predicate, object) : store_->all(predicate)) {
            const Atom& atom = (*store_)[link.fact].atom;
            run.enter(program, atom.s, atom.o);
        }
        return run.heads;
    }

    // Contradictions that atoms take part in: by rules, and as pairs of classes that exclude each other.
    void clashes(const std::vector<Atom>& atoms, std::vector<Match>& matches,
                 std::vector<std::pair<Atom, Term>>& pairs) const {
        Run run(*store_, *tables_);
        for (const Atom& atom : atoms) {
            run.enter_all(tables_->clashing(atom), atom.s, atom.o);
            if (atom.p != tables_->type) continue;
            run.enter_all(tables_->clashing_any_class(), atom.s, atom.o);
            if (atom.o == tables_->nothing) pairs.emplace_back(atom, atom.o);
            const auto apart = tables_->disjoint.find(atom.o);
            if (apart == tables_->disjoint.end()) continue;
            for (const Term other : apart->second) {
                if (store_->holds({atom.s, atom.p, other})) pairs.emplace_back(atom, other);
            }
        }
        matches.swap(run.matches);
    }

  private:
    // Brings near what sources are about to change: waiting for one atom after the other takes most of the time.
    void warm(const std::vector<Atom>& sources) {
        const Store& store = *store_;
        std::vector<Weighted> all, given;
        for (const Atom& atom : sources) {
            tables_->contribute(atom, true, given);
            for (const Weighted& each : given) store.prefetch(each.atom);
            all.insert(all.end(), given.begin(), given.end());
        }
        std::vector<std::uint32_t> numbers;
        for (const Weighted& each : all) {
            numbers.push_back(store.find_near(each.atom));
            if (numbers.back() != kNone) store.prefetch_fact(numbers.back());
        }
        for (std::size_t at = 0; at < all.size(); ++at) {
            const bool comes_or_goes = numbers[at] == kNone || store[numbers[at]].count <= all[at].weight;
            if (comes_or_goes) store.prefetch_lists(all[at].atom);
        }
    }

    // Forgets the doubted atoms that nothing supports any more, looking ahead as memory is slow.
    void bury(const std::vector<std::uint32_t>& doubted) {
        Store& store = *store_;
        std::vector<std::uint32_t> dying;
        for (const std::uint32_t number : doubted) {
            if (store[number].count == 0) dying.push_back(number);
        }
        constexpr std::size_t kFar = 12, kNear = 6, kNext = 3;
        std::vector<Store::Stands> stands(dying.size());
        for (std::size_t at = 0; at < dying.size() + kFar; ++at) {
            if (at < dying.size()) store.prefetch_lists(store[dying[at]].atom);
            if (at >= kNear && at - kNear < dying.size()) stands[at - kNear] = store.stands(dying[at - kNear]);
            if (at >= kFar - kNext && at - (kFar - kNext) < dying.size()) store.prefetch_last(stands[at - (kFar - kNext)]);
            if (at < kFar) continue;
            const std::size_t now = at - kFar;
            dead_.push_back(store[dying[now]].atom);
            store.bury(dying[now], stands[now]);
        }
    }

    std::uint32_t known(const Atom& atom) const {
        const std::uint32_t number = store_->find(atom);
        if (number == kNone) throw std::logic_error("a source contributes otherwise than it did");
        return number;
    }

    void withdraw(const Atom& atom, bool asserted_too, std::vector<Atom>& gone, std::vector<bool>& asserted) {
        const std::uint32_t number = store_->find(atom);
        if (number == kNone) return;
        Fact& fact = (*store_)[number];
        if (fact.source == Source::kNot || (!asserted_too && fact.source == Source::kAsserted)) return;
        gone.push_back(atom);
        asserted.push_back(fact.source == Source::kAsserted);
        fact.source = Source::kNot;
    }

    // The heads of every rule that has an atom among its conditions.
    std::vector<Atom> fired(const Atom& atom) const {
        Run run(*store_, *tables_);
        run.enter_all(tables_->fired_by(atom), atom.s, atom.o);
        if (atom.p == tables_->type) run.enter_all(tables_->fired_by_any_class(), atom.s, atom.o);
        const bool equality = store_->has(tables_->same_as);
        if (equality) replace_equals(atom, run.heads);
        return std::move(run.heads);
    }

    // A derived source is now asserted too.
    void assure(const Atom& atom) {
        std::vector<Weighted> given;
        for (const bool asserted : {true, false}) {
            tables_->contribute(atom, asserted, given);
            for (const Weighted& each : given) {
                (*store_)[known(each.atom)].count += asserted ? each.weight : -each.weight;
            }
        }
        (*store_)[known(atom)].source = Source::kAsserted;
    }

    // What holds of a thing holds of everything equal to it (eq-rep, and with it eq-trans).
    void replace_equals(const Atom& atom, std::vector<Atom>& out) const {
        const Term same = tables_->same_as;
        for (const Link& link : store_->objects(same, atom.s)) {
            if (atom.p != same || link.term != atom.o) out.push_back({link.term, atom.p, atom.o});
        }
        if (atom.o > 0) {
            for (const Link& link : store_->objects(same, atom.o)) {
                if (atom.p != same || link.term != atom.s) out.push_back({atom.s, atom.p, link.term});
            }
        }
        if (atom.p != same) return;
        for (const Term predicate : store_->predicates()) {
            for (const Link& link : store_->objects(predicate, atom.s)) {
                if (predicate != same || link.term != atom.o) out.push_back({atom.o, predicate, link.term});
            }
            for (const Link& link : store_->subjects(predicate, atom.s)) {
                if (predicate != same || link.term != atom.o) out.push_back({link.term, predicate, atom.o});
            }
        }
    }

    bool equal_derives(const Atom& atom) const {
        const Term same = tables_->same_as;
        if (!store_->has(same) || (atom.p == same && atom.s == atom.o)) return false;
        for (const Link& link : store_->objects(same, atom.s)) {
            if (store_->holds({link.term, atom.p, atom.o})) return true;
        }
        for (const Link& link : store_->objects(same, atom.o)) {
            if (store_->holds({atom.s, atom.p, link.term})) return true;
        }
        return false;
    }

    std::shared_ptr<Tables> tables_;
    std::shared_ptr<Store> store_;
    std::vector<Atom> born_, dead_;
};

}  // namespace midworld
