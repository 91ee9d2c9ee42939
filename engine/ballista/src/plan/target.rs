//! Targets of `COPY`.
//!
//! A plan is sent with the target as it stands in the statement, and the scheduler would look for it in its own
//! directory.

use datafusion::common::tree_node::Transformed;
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::error::Result;
use datafusion::logical_expr::LogicalPlan;

/// Returns the plan with a target that means the same in any directory, as a URI.
pub(super) fn absolute(mut plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let LogicalPlan::Copy(copy) = &mut plan else { return Ok(Transformed::no(plan)) };
    copy.output_url = ListingTableUrl::parse(&copy.output_url)?.as_str().to_owned();
    Ok(Transformed::yes(plan))
}

#[cfg(test)]
mod tests {
    use datafusion::logical_expr::LogicalPlan;
    use datafusion::prelude::SessionContext;
    use rstest::rstest;

    use super::super::sendable;

    #[rstest]
    #[case::file("a.csv", &format!("file://{}/a.csv", here()))]
    #[case::directory("a/", &format!("file://{}/a/", here()))]
    #[case::percent("a%20b.csv", &format!("file://{}/a%2520b.csv", here()))]
    #[case::absolute("/a/b.csv", "file:///a/b.csv")]
    #[case::uri("s3://bucket/a b.csv", "s3://bucket/a%20b.csv")]
    #[tokio::test]
    async fn targets_have_a_scheme(#[case] target: &str, #[case] expected: &str) {
        let session = SessionContext::new();
        let statement = format!("copy (select 1 as a) to '{target}' stored as csv");
        let plan = session.state().create_logical_plan(&statement).await.unwrap();
        let LogicalPlan::Copy(sent) = sendable(&plan).unwrap() else { panic!("{plan:?}") };
        assert_eq!(sent.output_url, expected);
    }

    fn here() -> String {
        std::env::current_dir().unwrap().display().to_string()
    }
}
