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
use datafusion::sql::sqlparser::ast::{Ident, ObjectName, ObjectNamePart, VisitMut, visit_relations_mut};

use super::Tables;

impl Tables {
    /// Registers the files that the statement names, and puts the names of the tables in their places.
    pub(crate) async fn rename(&self, context: &SessionContext, statement: &mut Statement) -> Result<()> {
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        each(statement, &mut |name| {
            names.insert(name.value.clone(), None);
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
        each(statement, &mut |name| {
            if let Some(Some(table)) = names.get(&name.value) {
                name.value.clone_from(table);
            }
        });
        Ok(())
    }
}

/// Visits the names in quotes that stand for tables.
fn each(statement: &mut Statement, visit: &mut dyn FnMut(&mut Ident)) {
    match statement {
        Statement::Statement(statement) => relations(statement.as_mut(), visit),
        Statement::Explain(explained) => each(&mut explained.statement, visit),
        Statement::CopyTo(copy) => match &mut copy.source {
            CopyToSource::Relation(name) => relations(name, visit),
            CopyToSource::Query(query) => relations(query.as_mut(), visit),
        },
        Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
}

fn relations(tree: &mut impl VisitMut, visit: &mut dyn FnMut(&mut Ident)) {
    let _: ControlFlow<()> = visit_relations_mut(tree, |name: &mut ObjectName| {
        if let [ObjectNamePart::Identifier(name)] = name.0.as_mut_slice()
            && name.quote_style.is_some()
        {
            visit(name);
        }
        ControlFlow::Continue(())
    });
}
