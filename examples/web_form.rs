//! A web form with a field for a link, which the policy `link` checks.
//!
//! The response to a refused link is 422 with JSON: the findings, each with its code, its range in the field,
//! a message and help, and the likely corrections. The response to an accepted link is 303.
//!
//! ```console
//! $ cargo run --example web_form
//! $ curl -i http://127.0.0.1:3000/links -d 'title=Example' -d 'link=https://example.com/'
//! $ curl -i http://127.0.0.1:3000/links -d 'title=Example' -d 'link=htp://example.com/'
//! $ curl -i http://127.0.0.1:3000/links -d 'title=Example' --data-urlencode 'link=javascript:alert(1)'
//! ```

use std::cmp::Reverse;

use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use axum::{Form, Json, Router, http::StatusCode};
use serde::{Deserialize, Serialize};
use urigram::policy::Policy;
use urigram::validate::Finding;
use urigram::{ParseError, UriReference};
use validator::{Validate, ValidationError};

#[derive(Deserialize, Validate)]
struct Link {
    #[validate(length(min = 1, max = 100))]
    title: String,
    // The text as typed instead of a `UriReference`, because axum rejects a form that cannot be deserialized,
    // without any help.
    #[validate(custom(function = may_be_linked_to))]
    link: String,
}

/// The reason for refusing a link, or another finding.
#[derive(Serialize)]
struct Problem {
    code: &'static str,
    start: usize,
    end: usize,
    message: String,
    help: String,
}

impl Problem {
    fn of_syntax(error: &ParseError, typed: &str) -> Self {
        let start = error.offset();
        let end = start + error.found().map_or(0, char::len_utf8);
        let (message, help) = (error.to_string(), error.explain(typed).help().to_string());
        Self { code: "syntax", start, end, message, help }
    }

    fn of_finding(finding: &Finding<'_>) -> Self {
        let (code, place) = (finding.code().as_str(), finding.range());
        let (message, help) = (finding.message().to_string(), finding.help().to_string());
        Self { code, start: place.start, end: place.end, message, help }
    }
}

fn may_be_linked_to(typed: &str) -> Result<(), ValidationError> {
    let policy = Policy::link();
    let problems = match UriReference::parse(typed).map(|reference| policy.check(reference)) {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(refused)) => {
            let mut findings = refused.policy_findings();
            // Show errors first.
            findings.sort_by_key(|finding| Reverse(finding.severity()));
            findings.iter().map(Problem::of_finding).collect()
        }
        Err(error) => vec![Problem::of_syntax(&error, typed)],
    };
    // A suggestion that leads to another host than the text would have to be shown with both hosts, so these
    // are left out.
    let suggestions =
        UriReference::suggestions(typed).into_iter().filter(|suggestion| suggestion.typed_host().is_none());
    let accepted = suggestions.filter(|suggestion| policy.check(suggestion.reference()).is_ok());
    let suggestions: Vec<String> = accepted.map(|suggestion| suggestion.into_inner().into_inner()).collect();

    let mut error = ValidationError::new(problems[0].code).with_message(problems[0].message.clone().into());
    error.add_param("findings".into(), &problems);
    error.add_param("suggestions".into(), &suggestions);
    Err(error)
}

async fn add_link(Form(link): Form<Link>) -> Response {
    if let Err(errors) = link.validate() {
        // The errors of each field. The problems of `link` are in their parameters.
        return (StatusCode::UNPROCESSABLE_ENTITY, Json(errors)).into_response();
    }
    println!("{} leads to {}", link.title, link.link);
    Redirect::to("/links").into_response()
}

fn app() -> Router {
    Router::new().route("/links", post(add_link).get(async || "Thank you."))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    println!("listening on http://{}/links", listener.local_addr()?);
    axum::serve(listener, app()).await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use axum::body::{Body, to_bytes};
    use axum::http::{Request, header};
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;

    async fn post_form(form: &'static str) -> Response {
        let form_type = "application/x-www-form-urlencoded";
        let request =
            Request::post("/links").header(header::CONTENT_TYPE, form_type).body(Body::from(form)).unwrap();
        app().oneshot(request).await.unwrap()
    }

    async fn refused(form: &'static str) -> Value {
        let response = post_form(form).await;
        assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
        serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn a_link_that_is_accepted() {
        for form in [
            "title=a&link=https%3A%2F%2Fexample.com%2F",
            "title=a&link=/faq",
            "title=a&link=mailto:a@example.com",
        ] {
            let response = post_form(form).await;
            assert_eq!(response.status(), StatusCode::SEE_OTHER);
            assert_eq!(response.headers()[header::LOCATION], "/links");
        }
    }

    #[tokio::test]
    async fn a_link_that_runs_a_script() {
        let errors = refused("title=a&link=javascript%3Aalert(1)").await;
        assert_eq!(errors["link"][0]["code"], "scheme-refused");
        assert_eq!(errors["link"][0]["params"]["suggestions"], serde_json::json!([]));
    }

    #[tokio::test]
    async fn a_link_with_a_typing_error() {
        let errors = refused("title=a&link=htp%3A%2F%2Fexample.com%2F").await;
        let params = &errors["link"][0]["params"];
        assert_eq!(params["findings"][1]["help"], "is it meant to be `http`?");
        assert_eq!(params["suggestions"][0], "http://example.com/");
    }

    #[tokio::test]
    async fn a_text_that_is_no_reference() {
        let errors = refused("title=a&link=http://exa+mple.com/").await;
        let error = &errors["link"][0];
        assert_eq!(error["code"], "syntax");
        assert_eq!(error["message"], "unexpected ' ' in the host at byte 10");
        let finding = &error["params"]["findings"][0];
        assert_eq!((&finding["start"], &finding["end"]), (&10.into(), &11.into()));
        assert_eq!(finding["help"], "remove the space from the host");
    }

    #[tokio::test]
    async fn other_fields_are_validated_too() {
        assert_eq!(refused("title=&link=/").await["title"][0]["code"], "length");
    }
}
