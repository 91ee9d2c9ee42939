//! Names of files in a statement for a cluster, replaced by names that survive the way there.
//!
//! A plan is sent with the names of its tables as text, and read again as `schema.table`: `links.parquet` would come
//! back as the table `parquet` of the schema `links`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use datafusion::catalog::UrlTableFactory;
use datafusion::common::{Result, TableReference};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{CopyToSource, Statement};
use datafusion::sql::sqlparser::ast::{
    Expr, Ident, ObjectName, ObjectNamePart, Select, SelectItem, SelectItemQualifiedWildcardKind, VisitMut,
    VisitorMut,
};

use super::Tables;

impl Tables {
    /// Registers the files that the statement names, and puts the names of the tables in their places.
    pub(crate) async fn rename(&self, context: &SessionContext, statement: &mut Statement) -> Result<()> {
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        each(statement, &mut |name, stands| {
            if let Stands::ForATable = stands {
                names.insert(name.value.clone(), None);
            }
        });
        for (name, table) in &mut names {
            if context.table_exist(TableReference::bare(name.as_str()))? {
                continue;
            }
            if let Some(provider) = self.try_new(name).await? {
                let renamed = format!("file_{}", self.next_number());
                context.register_table(TableReference::bare(renamed.as_str()), provider)?;
                *table = Some(renamed);
            }
        }
        each(statement, &mut |name, _| {
            if let Some(Some(table)) = names.get(&name.value) {
                name.value.clone_from(table);
            }
        });
        Ok(())
    }
}

/// What a name in a statement is for.
enum Stands {
    /// The whole name of a table, in quotes.
    ForATable,
    /// What stands before a column, or before `.*`.
    BeforeAColumn,
}

/// Visits the names of tables, and what may be one.
fn each(statement: &mut Statement, visit: &mut dyn FnMut(&mut Ident, Stands)) {
    match statement {
        Statement::Statement(statement) => names(statement.as_mut(), visit),
        Statement::Explain(explained) => each(&mut explained.statement, visit),
        Statement::CopyTo(copy) => match &mut copy.source {
            CopyToSource::Relation(name) => names(name, visit),
            CopyToSource::Query(query) => names(query.as_mut(), visit),
        },
        Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
}

fn names(tree: &mut impl VisitMut, visit: &mut dyn FnMut(&mut Ident, Stands)) {
    let _: ControlFlow<()> = tree.visit(&mut Names(visit));
}

struct Names<'a>(&'a mut dyn FnMut(&mut Ident, Stands));

impl VisitorMut for Names<'_> {
    type Break = ();

    fn pre_visit_relation(&mut self, name: &mut ObjectName) -> ControlFlow<()> {
        if let [ObjectNamePart::Identifier(name)] = name.0.as_mut_slice()
            && name.quote_style.is_some()
        {
            (self.0)(name, Stands::ForATable);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(names) = expression
            && let Some(name) = names.first_mut()
        {
            (self.0)(name, Stands::BeforeAColumn);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item
                && let [ObjectNamePart::Identifier(name)] = name.0.as_mut_slice()
            {
                (self.0)(name, Stands::BeforeAColumn);
            }
        }
        ControlFlow::Continue(())
    }
}
