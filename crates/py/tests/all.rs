//! What Rust shows to Python is described there, for type checkers and for people. Everything else about it is tested in
//! Python: python/tests.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new("../..").join(path)).expect(path)
}

/// The names that the module exports.
fn exported() -> Vec<String> {
    let text = read("crates/py/src/lib.rs");
    let (_, module) = text.split_once("mod _agon {").expect("the module");
    let uses = module.split("#[pymodule_export]").filter_map(|part| part.trim().strip_prefix("use super::"));
    let names = uses.flat_map(|part| {
        let (_, names) = part.split_once(';').expect("a use ends").0.split_once("::").expect("a module and its names");
        names.trim_matches(['{', '}']).split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>()
    });
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_name_of_the_module_is_typed_and_shown() {
    let (stub, package, lab) =
        (read("python/agon/_agon.pyi"), read("python/agon/__init__.py"), read("python/agon/lab.py"));
    let names = exported();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let typed = [format!("\nclass {name}"), format!("\ndef {name}(")].iter().any(|line| stub.contains(line));
        assert!(typed, "`{name}` has no type in python/agon/_agon.pyi");
        assert!(
            stub.contains(&format!("\n    \"{name}\",\n")),
            "`{name}` is not in `__all__` of python/agon/_agon.pyi"
        );
        let shown = package.contains(&format!("\"{name}\"")) || lab.contains(&format!("import {name} as _{name}"));
        assert!(shown, "`{name}` is neither in python/agon/__init__.py nor in python/agon/lab.py");
    }
}
