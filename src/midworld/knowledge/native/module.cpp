// What Python sees of the core: atoms as tuples of three numbers, zero for anything in a pattern.
#include <pybind11/pybind11.h>

#include <stdexcept>

#include "core.hpp"

namespace midworld {
namespace {

// One thread at a time: rules call Python, where another thread may come in.
class Model {
  public:
    explicit Model(std::shared_ptr<Tables> tables) : core_(std::move(tables)) {}
    Model(const Model& other) : core_(other.at_rest()) {}

    const Core& at_rest() const {
        if (busy_) throw std::runtime_error("this model is being changed; ask again when that is done");
        return core_;
    }

    template <class Action>
    auto change(Action action) {
        at_rest();
        const Busy busy(busy_);
        return action(core_);
    }

  private:
    struct Busy {
        explicit Busy(bool& flag) : flag_(flag) { flag_ = true; }
        ~Busy() { flag_ = false; }
        bool& flag_;
    };

    Core core_;
    bool busy_ = false;
};

Term term(PyObject* number) {
    const long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
    if (value > INT32_MAX || value < -INT32_MAX) throw py::value_error("a term is a number of 32 bits");
    return static_cast<Term>(value);
}

Atom atom(PyObject* told) {
    if (!PyTuple_Check(told) || PyTuple_GET_SIZE(told) != 3) throw py::type_error("an atom is a tuple of three numbers");
    return {term(PyTuple_GET_ITEM(told, 0)), term(PyTuple_GET_ITEM(told, 1)), term(PyTuple_GET_ITEM(told, 2))};
}

std::vector<Atom> atoms(const py::handle& told) {
    const auto listed = py::reinterpret_steal<py::object>(PySequence_Fast(told.ptr(), "atoms are given as a list"));
    if (!listed) throw py::error_already_set();
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(listed.ptr());
    std::vector<Atom> found;
    found.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t at = 0; at < size; ++at) found.push_back(atom(PySequence_Fast_GET_ITEM(listed.ptr(), at)));
    return found;
}

py::object told(const Atom& atom) {
    PyObject* tuple = PyTuple_New(3);
    if (tuple == nullptr) throw py::error_already_set();
    PyTuple_SET_ITEM(tuple, 0, PyLong_FromLong(atom.s));
    PyTuple_SET_ITEM(tuple, 1, PyLong_FromLong(atom.p));
    PyTuple_SET_ITEM(tuple, 2, PyLong_FromLong(atom.o));
    return py::reinterpret_steal<py::object>(tuple);
}

py::list told(const std::vector<Atom>& atoms) {
    py::list found(atoms.size());
    for (std::size_t at = 0; at < atoms.size(); ++at) {
        PyList_SET_ITEM(found.ptr(), static_cast<Py_ssize_t>(at), told(atoms[at]).release().ptr());
    }
    return found;
}

// Those of one predicate, and for classes of one class; zero is any.
py::list chosen(const std::vector<Atom>& atoms, Term predicate, Term object) {
    std::vector<Atom> found;
    for (const Atom& each : atoms) {
        if ((!predicate || each.p == predicate) && (!object || each.o == object)) found.push_back(each);
    }
    return told(found);
}

template <class Visit>
void each_match(const Store& store, const Atom& pattern, Visit visit) {
    const auto walk = [&](Term predicate) {
        if (pattern.s && pattern.o) {
            const std::uint32_t number = store.find({pattern.s, predicate, pattern.o});
            if (number != kNone && store[number].live) visit(store[number].atom);
            return;
        }
        const Links& links = pattern.s   ? store.objects(predicate, pattern.s)
                             : pattern.o ? store.subjects(predicate, pattern.o)
                                         : store.all(predicate);
        for (const Link& link : links) visit(store[link.fact].atom);
    };
    if (pattern.p) {
        walk(pattern.p);
        return;
    }
    for (const Term predicate : store.predicates()) walk(predicate);
}

std::size_t estimate(const Store& store, const Atom& pattern) {
    std::size_t found = 0;
    const auto count = [&](Term predicate) {
        if (pattern.s && pattern.o) return found += store.holds({pattern.s, predicate, pattern.o}) ? 1u : 0u;
        if (pattern.s) return found += store.objects(predicate, pattern.s).size();
        return found += pattern.o ? store.subjects(predicate, pattern.o).size() : store.all(predicate).size();
    };
    if (pattern.p) return count(pattern.p);
    for (const Term predicate : store.predicates()) count(predicate);
    return found;
}

bool mentions(const Store& store, Term each) {
    for (const Term predicate : store.predicates()) {
        if (store.objects(predicate, each).size() || store.subjects(predicate, each).size()) return true;
    }
    return false;
}

py::list terms(const Links& links) {
    py::list found(links.size());
    Py_ssize_t at = 0;
    for (const Link& link : links) PyList_SET_ITEM(found.ptr(), at++, PyLong_FromLong(link.term));
    return found;
}

py::tuple clashes(const Core& core, const std::vector<Atom>& looked_at) {
    std::vector<Match> matches;
    std::vector<std::pair<Atom, Term>> pairs;
    core.clashes(looked_at, matches, pairs);
    py::list by_rule, by_class, literals;
    for (const Match& match : matches) {
        py::tuple env(match.env.size());
        for (std::size_t at = 0; at < match.env.size(); ++at) env[at] = py::int_(match.env[at]);
        by_rule.append(py::make_tuple(match.rule, env));
    }
    for (const auto& [first, other] : pairs) by_class.append(py::make_tuple(told(first), other));
    for (const Atom& each : looked_at) {
        if (each.o < 0) literals.append(told(each));
    }
    return py::make_tuple(by_rule, by_class, literals);
}

std::vector<Atom> everything(const Store& store) {
    std::vector<Atom> found;
    found.reserve(store.live());
    for (const Fact& fact : store.facts()) {
        if (fact.live) found.push_back(fact.atom);
    }
    return found;
}

void define_tables(py::module_& module) {
    py::class_<Tables, std::shared_ptr<Tables>>(module, "Tables")
        .def(py::init<Term, Term, Term, py::object, py::object, py::object>())
        .def("exclude", [](Tables& self, Term one, Term other) { self.disjoint[one].push_back(other); });
}

void define_change(py::module_& module) {
    py::class_<Change>(module, "Change")
        .def(py::init([](const py::handle& added, const py::handle& removed) {
            return Change{atoms(added), atoms(removed)};
        }))
        .def_property_readonly("added", [](const Change& self) { return py::tuple(told(self.added)); })
        .def_property_readonly("removed", [](const Change& self) { return py::tuple(told(self.removed)); })
        .def("added_of", [](const Change& self, Term predicate, Term object) {
            return chosen(self.added, predicate, object);
        })
        .def("removed_of", [](const Change& self, Term predicate, Term object) {
            return chosen(self.removed, predicate, object);
        })
        .def("__bool__", [](const Change& self) { return !self.added.empty() || !self.removed.empty(); });
}

void define_reading(py::class_<Model>& model) {
    model
        .def("holds", [](const Model& self, const py::handle& each) {
            return self.at_rest().store().holds(atom(each.ptr()));
        })
        .def("match", [](const Model& self, Term s, Term p, Term o) {
            std::vector<Atom> found;
            each_match(self.at_rest().store(), {s, p, o}, [&](const Atom& each) { found.push_back(each); });
            return told(found);
        })
        .def("estimate", [](const Model& self, Term s, Term p, Term o) {
            return estimate(self.at_rest().store(), {s, p, o});
        })
        .def("objects", [](const Model& self, Term s, Term p) { return terms(self.at_rest().store().objects(p, s)); })
        .def("subjects", [](const Model& self, Term p, Term o) { return terms(self.at_rest().store().subjects(p, o)); })
        .def("predicates", [](const Model& self) {
            py::list found;
            for (const Term each : self.at_rest().store().predicates()) found.append(each);
            return found;
        })
        .def("mentions", [](const Model& self, Term each) { return mentions(self.at_rest().store(), each); })
        .def("source", [](const Model& self, const py::handle& each) {
            return static_cast<int>(self.at_rest().source(atom(each.ptr())));
        })
        .def("sources", [](const Model& self) {
            py::list found;
            for (const Fact& fact : self.at_rest().store().facts()) {
                if (fact.source != Source::kNot) {
                    found.append(py::make_tuple(told(fact.atom), fact.source == Source::kAsserted));
                }
            }
            return found;
        })
        .def("__len__", [](const Model& self) { return self.at_rest().store().live(); });
}

void define_changing(py::class_<Model>& model) {
    model
        .def("update", [](Model& self, const py::handle& added, const py::handle& removed) {
            const auto coming = atoms(added), going = atoms(removed);
            return self.change([&](Core& core) { return core.update(coming, going); });
        })
        .def("begin", [](Model& self) { self.change([](Core& core) { core.begin(); }); })
        .def("overdelete", [](Model& self, const py::handle& going) {
            const auto leaving = atoms(going);
            return told(self.change([&](Core& core) { return core.overdelete(leaving); }));
        })
        .def("insert", [](Model& self, const py::handle& asserted, const py::handle& derived) {
            std::vector<std::pair<Atom, bool>> adding;
            for (const Atom& each : atoms(asserted)) adding.emplace_back(each, true);
            for (const Atom& each : atoms(derived)) adding.emplace_back(each, false);
            self.change([&](Core& core) { core.insert(adding); });
        })
        .def("taken", [](Model& self) { return self.change([](Core& core) { return core.taken(); }); })
        .def("derivable", [](Model& self, const py::handle& each) {
            const Atom asked = atom(each.ptr());
            return self.change([&](Core& core) { return core.derivable(asked); });
        })
        .def("heads", [](Model& self, Term predicate, Term object, const py::tuple& told_program) {
            const Program program = read_program(told_program);
            return told(self.change([&](Core& core) { return core.heads(predicate, object, program); }));
        })
        .def("clashes", [](Model& self, const Change& change) {
            return self.change([&](Core& core) { return clashes(core, change.added); });
        })
        .def("all_clashes", [](Model& self) {
            return self.change([](Core& core) { return clashes(core, everything(core.store())); });
        })
        .def("retable", [](Model& self, std::shared_ptr<Tables> tables) {
            self.change([&](Core& core) { core.retable(std::move(tables)); });
        });
}

}  // namespace
}  // namespace midworld

PYBIND11_MODULE(_core, module) {
    using namespace midworld;
    module.doc() = "The reasoning core in compiled form; midworld.knowledge does without it where it is missing.";
    define_tables(module);
    define_change(module);
    py::class_<Model> model(module, "Model");
    model.def(py::init<std::shared_ptr<Tables>>()).def("copy", [](const Model& self) { return Model(self); });
    define_reading(model);
    define_changing(model);
}
