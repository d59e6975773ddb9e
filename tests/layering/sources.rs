//! Which module of a crate uses which: reads source files as tokens and resolves every path that begins with `crate`,
//! `super`, `self` or a module of the same folder, also in groups and macros.

use proc_macro2::Delimiter;
use proc_macro2::TokenStream;
use proc_macro2::TokenTree;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A module's path from the crate's root, as `["search", "pool"]`; empty for the root itself.
pub type Module = Vec<String>;

/// The source files of a crate, by module.
pub struct Sources(BTreeMap<Module, File>);

struct File {
    code: TokenStream,
    names: Names,
}

/// The paths and names in one file.
#[derive(Debug, Default)]
pub struct Names {
    /// The paths that it uses, in full from the crate's root. A re-export is not a use.
    pub paths: BTreeSet<Module>,
    /// The paths that its unit tests use.
    pub paths_of_tests: BTreeSet<Module>,
    /// The names that the file imports and may re-export, each with its full path.
    imported: BTreeMap<String, Module>,
    /// The names that it imports from other crates.
    foreign: BTreeSet<String>,
    /// Macros that it defines. In the crate they are named from its root.
    macros: BTreeSet<String>,
}

impl Sources {
    /// The files under `folder`, which holds `lib.rs` or `main.rs`.
    pub fn read(folder: &Path) -> Self {
        let mut texts = Vec::new();
        collect(folder, "", &mut texts);
        Self::new(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// Files by their path below the source folder, such as `search/mod.rs`, and their text.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        // A program beside its library (`main.rs` and `lib.rs`) is a crate of its own.
        let files: BTreeMap<&str, &str> = files.into_iter().collect();
        let is_of_crate = |path: &&str| *path != "main.rs" || !files.contains_key("lib.rs");
        let parse = |path: &str| files[path].parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let codes: BTreeMap<Module, TokenStream> =
            files.keys().filter(|path| is_of_crate(path)).map(|path| (module_of(path), parse(path))).collect();
        let file = |module: &Module| {
            let children = codes.keys().filter(|other| other.len() == module.len() + 1 && other.starts_with(module));
            let children = children.map(|child| child[module.len()].clone()).collect();
            File { code: codes[module].clone(), names: read_names(module, children, codes[module].clone()) }
        };
        Self(codes.keys().map(|module| (module.clone(), file(module))).collect())
    }

    /// All modules with a file of their own.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.0.keys()
    }

    /// The paths and names in the module's file.
    pub fn names(&self, module: &Module) -> &Names {
        &self.0[module].names
    }

    /// Whether the module's file calls a macro or function of this name.
    pub fn calls(&self, module: &Module, name: &str) -> bool {
        calls(self.0[module].code.clone(), name)
    }

    /// The module whose file defines the item of `path`, through all re-exports. `None` for an item of another crate.
    pub fn home(&self, path: &[String]) -> Option<Module> {
        let mut path = path.to_vec();
        // A chain of re-exports is short; a cycle of them would not compile.
        for _ in 0..8 {
            let module = (0..=path.len()).rev().map(|end| &path[..end]).find(|start| self.0.contains_key(*start));
            let module = module.expect("the crate has a root").to_vec();
            let Some(item) = path.get(module.len()) else { return Some(module) };
            let names = self.names(&module);
            if names.foreign.contains(item) {
                return None;
            }
            match names.imported.get(item) {
                Some(target) if *target != path => path = target.clone(),
                _ if module.is_empty() => return Some(self.home_of_macro(item).unwrap_or(module)),
                _ => return Some(module),
            }
        }
        panic!("{path:?} is re-exported too often");
    }

    fn home_of_macro(&self, name: &str) -> Option<Module> {
        self.0.iter().find(|(_, file)| file.names.macros.contains(name)).map(|(module, _)| module.clone())
    }
}

fn collect(folder: &Path, prefix: &str, texts: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = format!("{prefix}{}", entry.file_name().unwrap().to_str().unwrap());
        if entry.is_dir() {
            collect(&entry, &format!("{name}/"), texts);
        } else if name.ends_with(".rs") {
            texts.push((name, fs::read_to_string(&entry).unwrap()));
        }
    }
}

/// `search/pool.rs` is `search::pool`, `search/mod.rs` is `search`, `lib.rs` and `main.rs` are the root.
fn module_of(path: &str) -> Module {
    let mut names: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// The names in the file of `module`. `children` are the files in the folder of the same name.
fn read_names(module: &Module, children: Vec<String>, code: TokenStream) -> Names {
    let mut names = Names::default();
    let mut reader = Reader { module, children, found: Vec::new(), foreign: BTreeSet::new(), macros: BTreeSet::new() };
    reader.read(code.clone(), module, false);
    for Found { path, name, import, is_in_tests } in std::mem::take(&mut reader.found) {
        // A re-exported name that also occurs elsewhere in the file is used in it.
        let is_used = import != Import::ReExport || occurrences(code.clone(), &name) > 1;
        if import != Import::None && !is_in_tests {
            names.imported.insert(name, path.clone());
        }
        if is_used {
            let paths = if is_in_tests { &mut names.paths_of_tests } else { &mut names.paths };
            paths.insert(path);
        }
    }
    Names { foreign: reader.foreign, macros: reader.macros, ..names }
}

/// Walks the tokens of one file.
struct Reader<'a> {
    module: &'a Module,
    /// The files in its folder, with whose names a path may begin.
    children: Vec<String>,
    found: Vec<Found>,
    foreign: BTreeSet<String>,
    macros: BTreeSet<String>,
}

struct Found {
    path: Module,
    /// The name that the file gives to the path.
    name: String,
    import: Import,
    is_in_tests: bool,
}

/// Whether a path is part of a `use` or of a re-export (`pub use`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Import {
    None,
    Private,
    ReExport,
}

impl Reader<'_> {
    /// Collects the paths in `tokens`. `scope` is the module that contains them: that of the file or one written in it.
    fn read(&mut self, tokens: TokenStream, scope: &[String], is_in_tests: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut tests_end = 0;
        let mut at = 0;
        while at < tokens.len() {
            if is_test_attribute(&tokens[at..]) {
                at += 2;
                tests_end = at + item_length(&tokens[at..]);
                continue;
            }
            let is_in_tests = is_in_tests || at < tests_end;
            if let [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..] = &tokens[at..]
                && word == "mod"
            {
                let inner = [scope, &[name.to_string()]].concat();
                self.read(body.stream(), &inner, is_in_tests);
                at += 3;
            } else if let Some(base) = self.path_start(&tokens[..at], &tokens[at..], scope) {
                let import = if scope == self.module { import(&tokens[..at]) } else { Import::None };
                let mut paths = Vec::new();
                at += 3 + tree(base, &tokens[at + 3..], &mut paths);
                let found = |(path, name)| Found { path, name, import, is_in_tests };
                self.found.extend(paths.into_iter().map(found));
            } else if scope == self.module
                && import(&tokens[..at]) != Import::None
                && matches!(&tokens[at], TokenTree::Ident(_))
            {
                let mut paths = Vec::new();
                at += tree(Module::new(), &tokens[at..], &mut paths);
                self.foreign.extend(paths.into_iter().map(|path| path.1));
            } else if let [TokenTree::Ident(word), _, TokenTree::Ident(name), ..] = &tokens[at..]
                && word == "macro_rules"
            {
                self.macros.insert(name.to_string());
                at += 3;
            } else {
                if let TokenTree::Group(group) = &tokens[at] {
                    self.read(group.stream(), scope, is_in_tests);
                }
                at += 1;
            }
        }
    }

    /// The module that a path at the front of `rest` begins with: a name and `::`. `None` if there is no path.
    fn path_start(&self, before: &[TokenTree], rest: &[TokenTree], scope: &[String]) -> Option<Module> {
        let TokenTree::Ident(word) = &rest[0] else { return None };
        if ends_in_colons(before) || !starts_with_colons(&rest[1..]) {
            return None;
        }
        match word.to_string().as_str() {
            "crate" => Some(Module::new()),
            "self" => Some(scope.to_vec()),
            "super" => Some(scope[..scope.len().checked_sub(1)?].to_vec()),
            name if scope == self.module && self.children.iter().any(|child| child == name) => {
                Some([self.module.as_slice(), &[name.to_owned()]].concat())
            }
            _ => None,
        }
    }
}

/// Adds the paths that follow `base::` to `paths`, each with its name in this file. Returns the number of tokens read.
fn tree(mut base: Module, tokens: &[TokenTree], paths: &mut Vec<(Module, String)>) -> usize {
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) if word == "super" => {
                base.pop();
            }
            Some(TokenTree::Ident(word)) if word == "self" => {}
            Some(TokenTree::Ident(word)) => base.push(word.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',')) {
                    tree(base.clone(), part, paths);
                }
                return at + 1;
            }
            // A glob, or type arguments: the path ends before them.
            _ => {
                paths.push((base, String::new()));
                return at;
            }
        }
        at += 1;
        if starts_with_colons(&tokens[at..]) {
            at += 2;
            continue;
        }
        let name = match (tokens.get(at), tokens.get(at + 1)) {
            (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(name))) if word == "as" => name.to_string(),
            _ => base.last().cloned().unwrap_or_default(),
        };
        paths.push((base, name));
        return at;
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn starts_with_colons(tokens: &[TokenTree]) -> bool {
    is_punct(tokens.first(), ':') && is_punct(tokens.get(1), ':')
}

fn ends_in_colons(tokens: &[TokenTree]) -> bool {
    tokens.len() >= 2 && starts_with_colons(&tokens[tokens.len() - 2..])
}

/// The kind of `use` that `before` ends with: `pub use` and `pub(crate) use` re-export.
fn import(before: &[TokenTree]) -> Import {
    let is = |back: usize, wanted: &str| {
        before.len().checked_sub(back).is_some_and(|at| matches!(&before[at], TokenTree::Ident(word) if word == wanted))
    };
    match is(1, "use") {
        true if is(2, "pub") || is(3, "pub") => Import::ReExport,
        true => Import::Private,
        false => Import::None,
    }
}

/// Whether the tokens begin with `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    is_punct(tokens.first(), '#')
        && matches!(tokens.get(1), Some(TokenTree::Group(group))
            if group.stream().to_string().replace(' ', "").starts_with("cfg(test"))
}

/// The number of tokens of an item, to its semicolon or its braces.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |at| at + 1)
}

/// How often the name occurs in the code.
fn occurrences(code: TokenStream, name: &str) -> usize {
    let count = |token| match token {
        TokenTree::Ident(word) => usize::from(word == name),
        TokenTree::Group(group) => occurrences(group.stream(), name),
        _ => 0,
    };
    code.into_iter().map(count).sum()
}

/// Whether the code has `name!` or `name(`.
fn calls(code: TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let is_call = |pair: &[TokenTree]| {
        matches!(&pair[0], TokenTree::Ident(word) if word == name)
            && (is_punct(pair.get(1), '!')
                || matches!(&pair[1], TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis))
    };
    tokens.windows(2).any(is_call)
        || tokens.iter().any(|token| matches!(token, TokenTree::Group(group) if calls(group.stream(), name)))
}
