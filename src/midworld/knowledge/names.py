"""Namespaces and the short names people write for them."""

from collections.abc import Mapping

from .literal import RDF, XSD

ORO = "http://kb.openrobots.org#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SWRL = "http://www.w3.org/2003/11/swrl#"
SWRLB = "http://www.w3.org/2003/11/swrlb#"
PREFIXES: Mapping[str, str] = {
    "oro": ORO,
    "rdf": RDF,
    "rdfs": RDFS,
    "owl": OWL,
    "xsd": XSD,
    "cyc": "http://sw.opencyc.org/concept/",
    "dbr": "http://dbpedia.org/resource/",
    "dbo": "http://dbpedia.org/ontology/",
    "dbp": "http://dbpedia.org/property/",
    "prov": "http://www.w3.org/ns/prov#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "swrl": SWRL,
    "swrlb": SWRLB,
}
