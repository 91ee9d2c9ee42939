//! The statements, one after the other.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use datafusion::common::DataFusionError;
use datafusion::logical_expr::{DdlStatement, LogicalPlan, Statement as PlannedStatement};
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::Statement;

use crate::args::Args;
use crate::args::usage;
use crate::error::{explain, explain_scan, scan};
use crate::input::Tables;
use crate::invalid::Invalid;
use crate::outcome::{Error, Failure};
use crate::output::{Destination, Stopped};
use crate::progress::{self, Progress, elapsed, grouped};
use crate::script;
use crate::session::{self, cluster};

/// Runs all statements, until one fails.
pub(crate) async fn run(args: Args) -> Result<(), Error> {
    let destination = Destination::of(&args.writing)?;
    let Some(text) = script::read(&args)? else { return Err(Error::Usage(usage::nothing_to_run())) };
    let explained = |error: DataFusionError| Error::Failure(explain(&error, &text));
    let statements = script::parse(&text).map_err(explained)?;
    if statements.is_empty() {
        return Err(Error::Usage(usage::nothing_to_run()));
    }

    if destination.is_file() && statements.iter().filter(|statement| script::has_rows(statement)).count() > 1
    {
        return Err(several().into());
    }

    let tables = Tables::new(args.reading.clone(), args.cluster.is_some());
    let local = session::local(&args.limits)?;
    let context = match &args.cluster {
        Some(uri) => cluster::connect(uri).await?,
        None => local.clone(),
    };
    let invalid = args.invalid.then(Invalid::default);
    let context = session::with_files(context, &tables);
    if let Some(invalid) = &invalid {
        invalid.count_in(&context);
    }
    if !args.files.is_empty() {
        tables.register(&context, &args.files).await.map_err(explained)?;
    }

    let streamed = tables.streamed();
    let mut run = Run { args: &args, text: &text, context, local, destination, streamed, has_written: false };
    for mut statement in statements {
        if args.cluster.is_some() {
            tables.rename(&run.context, &mut statement).await.map_err(explained)?;
        }
        run.statement(statement).await?;
        if let Some(invalid) = &invalid {
            // If standard error is closed, nobody can be told.
            let _ = write!(io::stderr(), "{}", invalid.report());
        }
    }
    Ok(())
}

struct Run<'a> {
    args: &'a Args,
    text: &'a str,
    context: SessionContext,
    /// Where rows are written, also if they come from a cluster.
    local: SessionContext,
    destination: Destination,
    /// How many rows have come from standard input and pipes.
    streamed: Arc<AtomicU64>,
    has_written: bool,
}

impl Run<'_> {
    async fn statement(&mut self, statement: Statement) -> Result<(), Error> {
        let explained = |error: DataFusionError| Error::Failure(explain(&error, self.text));
        let plan = self.context.state().statement_to_plan(statement).await.map_err(explained)?;
        let files = scan::files(&plan);
        let explained = |error: DataFusionError| Error::Failure(explain_scan(&error, self.text, &files));
        if let LogicalPlan::Ddl(DdlStatement::CreateExternalTable(table)) = &plan {
            Tables::check(&table.locations)?;
        }
        let has_rows = match &plan {
            LogicalPlan::Ddl(_) => false,
            LogicalPlan::Statement(statement) => matches!(statement, PlannedStatement::Execute(_)),
            _ => true,
        };
        let rows = self.context.execute_logical_plan(plan).await.map_err(explained)?;
        if !has_rows {
            return Ok(());
        }
        let is_explained = matches!(rows.logical_plan(), LogicalPlan::Explain(_) | LogicalPlan::Analyze(_));
        let rows = match self.args.explain && !is_explained {
            true => rows.explain(false, false).map_err(explained)?,
            false => rows,
        };
        if self.has_written && self.destination.is_file() {
            return Err(several().into());
        }
        self.has_written = true;
        let (state, plan) = rows.into_parts();
        let plan = state.create_physical_plan(&plan).await.map_err(explained)?;
        self.query(plan, is_explained || self.args.explain, explained).await
    }

    async fn query(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        is_plan: bool,
        explained: impl Fn(DataFusionError) -> Error,
    ) -> Result<(), Error> {
        let start = Instant::now();
        let is_seen = progress::is_wanted(self.args.quiet);
        let mut progress = Progress::of(Arc::clone(&plan), Arc::clone(&self.streamed), is_seen);
        let rows = execute_stream(plan, self.context.task_ctx()).map_err(&explained)?;
        let written = self.destination.write(&self.local, rows, is_plan, || progress.clear()).await;
        progress.clear();
        let count = written.map_err(|stopped| match stopped {
            Stopped::Query(error) => explained(error),
            Stopped::File(failure) => Error::Failure(failure),
            Stopped::Output(error) => Error::Output(error),
        })?;
        if is_seen && !is_plan && (io::stdout().is_terminal() || self.destination.is_file()) {
            let rows = if count == 1 { "row" } else { "rows" };
            // If standard error is closed, nobody can be told.
            let _ = writeln!(io::stderr(), "{} {rows} in {}", grouped(count), elapsed(start.elapsed()));
        }
        Ok(())
    }
}

/// Returns the error that one file cannot take the rows of several queries.
fn several() -> Failure {
    let said = "--output takes the rows of one query, and here are several";
    Failure::unable(said).help("create a table or a view of the others")
}
