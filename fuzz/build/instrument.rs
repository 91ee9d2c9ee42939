//! Coverage points in generated Rust.
//!
//! In: the source of a module, and the number of points before it.
//! Out: the source with a call at the beginning of each branch, and the function of each point.

use quote::ToTokens;
use std::collections::HashSet;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, ExprBinary, ExprClosure, ImplItemFn, Item, ItemConst, ItemFn, parse_quote};

/// A module that calls `crate::coverage::hit` with the number of a point where a branch begins.
pub struct Instrumented {
    pub source: String,
    /// The names of the functions of the points, in the order of their numbers.
    pub points: Vec<String>,
}

/// Returns a module with points, which are numbered from `first`.
///
/// A branch is the body of a function, a block, an arm of a `match`, a closure, or the right side of `&&` and `||`.
/// Functions that constants call stay as they are.
pub fn instrument(source: &str, first: usize) -> syn::Result<Instrumented> {
    let mut file = syn::parse_file(source)?;
    let mut evaluated = Evaluated::default();
    evaluated.visit_file_mut(&mut file);
    let mut points =
        Points { first, names: Vec::new(), function: String::new(), evaluated: evaluated.functions };
    points.visit_file_mut(&mut file);
    Ok(Instrumented { source: file.into_token_stream().to_string(), points: points.names })
}

/// The functions that constants call.
#[derive(Default)]
struct Evaluated {
    functions: HashSet<String>,
    is_in_constant: bool,
}

impl VisitMut for Evaluated {
    fn visit_item_const_mut(&mut self, item: &mut ItemConst) {
        self.is_in_constant = true;
        visit_mut::visit_item_const_mut(self, item);
        self.is_in_constant = false;
    }

    fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
        if self.is_in_constant {
            self.functions.insert(segment.ident.to_string());
        }
    }
}

struct Points {
    first: usize,
    names: Vec<String>,
    function: String,
    evaluated: HashSet<String>,
}

impl Points {
    fn hit(&mut self) -> syn::Stmt {
        let point = self.first + self.names.len();
        self.names.push(self.function.clone());
        parse_quote! { crate::coverage::hit(#point); }
    }

    fn wrap(&mut self, expression: &mut Expr) {
        if !matches!(expression, Expr::Block(_)) {
            *expression = parse_quote! { { #expression } };
        }
    }

    /// Enters a function, unless it is evaluated in a constant.
    fn enter(&mut self, signature: &mut syn::Signature) -> bool {
        let name = signature.ident.to_string();
        if self.evaluated.contains(&name) {
            return false;
        }
        signature.constness = None;
        self.function = name;
        true
    }
}

impl VisitMut for Points {
    fn visit_item_mut(&mut self, item: &mut Item) {
        if !matches!(item, Item::Const(_) | Item::Static(_)) {
            visit_mut::visit_item_mut(self, item);
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if self.enter(&mut function.sig) {
            self.visit_block_mut(&mut function.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        if self.enter(&mut function.sig) {
            self.visit_block_mut(&mut function.block);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let hit = self.hit();
        visit_mut::visit_block_mut(self, block);
        block.stmts.insert(0, hit);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.wrap(&mut arm.body);
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.wrap(&mut closure.body);
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_expr_binary_mut(&mut self, binary: &mut ExprBinary) {
        let decides = matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
        // A `let` in a chain of conditions cannot be within a block.
        if decides && !matches!(*binary.right, Expr::Let(_)) {
            self.wrap(&mut binary.right);
        }
        visit_mut::visit_expr_binary_mut(self, binary);
    }
}
