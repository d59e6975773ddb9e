//! Which file of a crate uses which: resolves every path that begins with `crate`, `super`, `self` or a child of the
//! file's module, also in groups, macros and attributes.

use proc_macro2::TokenStream;
use proc_macro2::TokenTree;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::UseTree;
use syn::visit;
use syn::visit::Visit;

/// A module's path from the crate's root, as `["search", "pool"]`; empty for the root itself.
pub type Module = Vec<String>;

/// The source files of a crate.
pub struct Sources {
    pub files: BTreeMap<Module, File>,
}

/// What one file declares and uses. Its paths are in full from the crate's root.
#[derive(Default)]
pub struct File {
    /// The modules that it declares and does not contain, in order.
    pub declared: Vec<String>,
    /// How often each name occurs.
    pub words: BTreeMap<String, usize>,
    /// The paths that it uses. A re-export is not a use.
    paths: BTreeSet<Module>,
    /// The paths that its unit tests use.
    paths_of_tests: BTreeSet<Module>,
    /// The names that it imports and may re-export, each with its path; `None` for an item of another crate.
    imported: BTreeMap<String, Option<Module>>,
    /// Macros that it defines. In the crate they are named from its root.
    macros: BTreeSet<String>,
}

impl Sources {
    /// The files under `folder`, which holds `lib.rs` or `main.rs`.
    pub fn read(folder: &Path) -> Self {
        let mut texts = BTreeMap::new();
        collect(folder, "", &mut texts);
        Self::new(texts)
    }

    /// Files by their path below the source folder, such as `search/mod.rs`, and their text.
    pub fn new(mut texts: BTreeMap<String, String>) -> Self {
        // A program beside its library is a crate of its own.
        if texts.contains_key("lib.rs") {
            texts.remove("main.rs");
        }
        let modules = texts.keys().map(|path| module_of(path)).collect();
        let read = |(path, text): (&String, &String)| {
            let code = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            (module_of(path), read_file(module_of(path), &modules, &code))
        };
        Self { files: texts.iter().map(read).collect() }
    }

    /// Each use: the module whose file uses an item, and the one whose file defines it. Without unit tests.
    pub fn uses(&self) -> impl Iterator<Item = (&Module, Module)> {
        self.resolved(|file| &file.paths)
    }

    /// The uses in unit tests.
    pub fn uses_in_tests(&self) -> impl Iterator<Item = (&Module, Module)> {
        self.resolved(|file| &file.paths_of_tests)
    }

    fn resolved(&self, paths: fn(&File) -> &BTreeSet<Module>) -> impl Iterator<Item = (&Module, Module)> {
        let of_file = move |(module, file)| paths(file).iter().filter_map(move |path| Some((module, self.home(path)?)));
        self.files.iter().flat_map(of_file)
    }

    /// The module whose file defines the item of `path`, through all re-exports. `None` for an item of another crate.
    fn home(&self, path: &[String]) -> Option<Module> {
        let file = (0..=path.len()).rev().find_map(|end| self.files.get_key_value(&path[..end]));
        let (module, file) = file.expect("the crate has a root");
        let Some(item) = path.get(module.len()) else { return Some(module.clone()) };
        match file.imported.get(item) {
            Some(None) => None,
            Some(Some(target)) if target != path => self.home(target),
            _ => {
                let of_macro = self.files.iter().find(|(_, file)| module.is_empty() && file.macros.contains(item));
                Some(of_macro.map_or(module, |(module, _)| module).clone())
            }
        }
    }
}

fn collect(folder: &Path, prefix: &str, texts: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = format!("{prefix}{}", entry.file_name().unwrap().to_str().unwrap());
        if entry.is_dir() {
            collect(&entry, &format!("{name}/"), texts);
        } else if name.ends_with(".rs") {
            texts.insert(name, fs::read_to_string(&entry).unwrap());
        }
    }
}

/// `search/pool.rs` is `search::pool`, `search/mod.rs` is `search`, `lib.rs` and `main.rs` are the root.
fn module_of(path: &str) -> Module {
    let mut names: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    names.pop_if(|name| ["mod", "lib", "main"].contains(&name.as_str()));
    names
}

/// Reads the file of `module`. `modules` are all that have a file.
fn read_file(module: Module, modules: &BTreeSet<Module>, code: &syn::File) -> File {
    let (scope, file) = (module.clone(), File::default());
    let mut reader = Reader { module, modules, scope, is_in_tests: false, re_exports: Vec::new(), file };
    reader.visit_file(code);
    let Reader { re_exports, mut file, .. } = reader;
    // A re-exported name that also occurs elsewhere in the file is used in it.
    let used = re_exports.into_iter().filter(|(name, _)| file.words.get(name).is_some_and(|&count| count > 1));
    file.paths.extend(used.map(|(_, path)| path));
    file
}

/// Collects what one file declares and uses.
struct Reader<'a> {
    module: Module,
    modules: &'a BTreeSet<Module>,
    /// The module that contains the present code: that of the file or one written in it.
    scope: Module,
    is_in_tests: bool,
    re_exports: Vec<(String, Module)>,
    file: File,
}

impl Visit<'_> for Reader<'_> {
    fn visit_item(&mut self, item: &syn::Item) {
        self.read_with_attributes(|reader| visit::visit_item(reader, item));
    }

    fn visit_impl_item(&mut self, item: &syn::ImplItem) {
        self.read_with_attributes(|reader| visit::visit_impl_item(reader, item));
    }

    fn visit_stmt(&mut self, statement: &syn::Stmt) {
        self.read_with_attributes(|reader| visit::visit_stmt(reader, statement));
    }

    fn visit_meta_list(&mut self, list: &syn::MetaList) {
        self.is_in_tests |= list.path.is_ident("cfg") && list.tokens.to_string() == "test";
        visit::visit_meta_list(self, list);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        let name = item.ident.to_string();
        if item.content.is_none() {
            self.file.declared.push(name.clone());
        }
        self.scope.push(name);
        visit::visit_item_mod(self, item);
        self.scope.pop();
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        visit::visit_item_use(self, item);
        let mut imports = Vec::new();
        flatten(&item.tree, "", &mut imports);
        for (path, name) in imports {
            let path = self.full_path(&path);
            if self.scope == self.module && !self.is_in_tests {
                self.file.imported.insert(name.clone(), path.clone());
            }
            match item.vis {
                syn::Visibility::Inherited => self.add_use(path),
                _ => self.re_exports.extend(path.map(|path| (name, path))),
            }
        }
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        self.file.macros.extend(item.ident.iter().map(|name| name.to_string()));
        visit::visit_item_macro(self, item);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add_use(self.full_path(&names.join("::")));
        visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, name: &syn::Ident) {
        self.add_word(&name.to_string());
    }

    /// The arguments of macros and attributes, which have no syntax tree.
    fn visit_token_stream(&mut self, tokens: &TokenStream) {
        for path in names_and_colons(tokens.clone()).replace(":: ", "::").split_whitespace() {
            path.split(':').for_each(|name| self.add_word(name));
            self.add_use(self.full_path(path));
        }
    }
}

impl Reader<'_> {
    /// A `#[cfg(test)]`, which is visited first, is valid to the end of its item or statement.
    fn read_with_attributes(&mut self, read: impl FnOnce(&mut Self)) {
        let is_in_tests = self.is_in_tests;
        read(self);
        self.is_in_tests = is_in_tests;
    }

    fn add_word(&mut self, word: &str) {
        *self.file.words.entry(word.to_owned()).or_default() += 1;
    }

    fn add_use(&mut self, path: Option<Module>) {
        if self.is_in_tests { &mut self.file.paths_of_tests } else { &mut self.file.paths }.extend(path);
    }

    /// The path from the crate's root. `None` for a single name, and for a path that begins neither with `crate`,
    /// `super` or `self` nor with a child of the file's module.
    fn full_path(&self, path: &str) -> Option<Module> {
        let child = |name: &str| [self.module.as_slice(), &[name.to_owned()]].concat();
        let mut full = match path.split_once("::")?.0 {
            "crate" => Module::new(),
            "super" | "self" => self.scope.clone(),
            name if self.modules.contains(&child(name)) => self.module.clone(),
            _ => return None,
        };
        for name in path.split("::") {
            match name {
                "crate" | "self" | "" => {}
                "super" => drop(full.pop()),
                _ => full.push(name.to_owned()),
            }
        }
        Some(full)
    }
}

/// Adds the paths of a `use` that begin with `start` to `imports`, each with its name in the file.
fn flatten(tree: &UseTree, start: &str, imports: &mut Vec<(String, String)>) {
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &format!("{start}{}::", path.ident), imports),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, start, imports)),
        UseTree::Name(last) if last.ident == "self" => {
            let name = start.trim_end_matches("::").rsplit("::").next().unwrap_or_default();
            imports.push((start.to_owned(), name.to_owned()));
        }
        UseTree::Name(last) => imports.push((format!("{start}{}::", last.ident), last.ident.to_string())),
        UseTree::Rename(last) => imports.push((format!("{start}{}::", last.ident), last.rename.to_string())),
        UseTree::Glob(_) => imports.push((start.to_owned(), "*".to_owned())),
    }
}

/// The names and colons among the tokens, with a space before each name and in place of all else.
fn names_and_colons(tokens: TokenStream) -> String {
    let text = |token| match token {
        TokenTree::Ident(name) => format!(" {name}"),
        TokenTree::Group(group) => format!(" {} ", names_and_colons(group.stream())),
        TokenTree::Punct(punct) if punct.as_char() == ':' => ":".to_owned(),
        _ => " ".to_owned(),
    };
    tokens.into_iter().map(text).collect()
}
