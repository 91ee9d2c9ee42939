//! Kernels compared with loops that build the same arrays.

use std::sync::Arc;

use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use datafusion::arrow::array::builder::StringViewBuilder;
use datafusion::arrow::array::{Array, ArrayRef, StringArray, StringViewArray};
use datafusion::arrow::error::ArrowError;
use datafusion::error::{DataFusionError, Result};
use fluent_uri::{Uri, UriRef};
use urigram::UriReference;
use urigram::normalize::Level;
use urigram_arrow::{Component, Invalid, KernelError, component, normalize, resolve};

use crate::batch::Pair;

const BASE: &str = "http://example.com/a/b/c?d";

pub(crate) fn pairs() -> Result<Vec<Pair>> {
    let base = Uri::parse(BASE).map_err(|error| DataFusionError::External(Box::new(error)))?;
    Ok(vec![
        Pair::new(
            "host of Utf8 / a loop that copies",
            |batch| host(&batch.strings),
            |batch| Ok(Arc::new(batch.strings.iter().map(host_of).collect::<StringArray>())),
        ),
        Pair::new(
            "host of Utf8View / a loop that copies",
            |batch| host(&batch.views),
            |batch| Ok(Arc::new(batch.views.iter().map(host_of).collect::<StringViewArray>())),
        ),
        Pair::new(
            "host of Utf8View / a loop that makes views",
            |batch| host(&batch.views),
            |batch| views_of_hosts(&batch.views),
        ),
        Pair::new(
            "host, dictionary of 1 % distinct / its rows",
            |batch| host(&batch.dictionary),
            |batch| host(&batch.repeated),
        ),
        Pair::new(
            "normalize / fluent-uri",
            |batch| normalize(&batch.views, Level::Path, Invalid::Null).map_err(of_kernel),
            |batch| Ok(Arc::new(batch.views.iter().map(normalized).collect::<StringViewArray>())),
        ),
        Pair::new(
            "resolve, constant base / fluent-uri",
            |batch| resolve(&StringArray::new_scalar(BASE), &batch.views, Invalid::Null).map_err(of_kernel),
            move |batch| {
                let resolved = batch.views.iter().map(|text| resolved(text?, &base));
                Ok(Arc::new(resolved.collect::<StringViewArray>()))
            },
        ),
    ])
}

fn of_kernel(error: KernelError) -> DataFusionError {
    ArrowError::from(error).into()
}

fn host(array: &dyn Array) -> Result<ArrayRef> {
    component(array, Component::Host, Invalid::Null).map_err(of_kernel)
}

fn host_of(text: Option<&str>) -> Option<&str> {
    UriReference::parse(text?).ok()?.host_str()
}

/// Like the kernel, does not copy hosts that are too long to be stored in a view.
fn views_of_hosts(array: &StringViewArray) -> Result<ArrayRef> {
    let mut hosts = StringViewBuilder::with_capacity(array.len());
    for buffer in array.data_buffers() {
        hosts.append_block(buffer.clone());
    }
    for (text, &view) in array.iter().zip(array.views()) {
        let place = text.and_then(|text| UriReference::parse(text).ok()?.components().host());
        match text.zip(place) {
            Some((text, place)) if place.len() <= MAX_INLINE_VIEW_LEN as usize => {
                hosts.append_value(&text[place]);
            }
            Some((_, place)) => {
                let whole = ByteView::from(view);
                let offset = whole.offset + place.start as u32;
                hosts.try_append_view(whole.buffer_index, offset, place.len() as u32)?;
            }
            None => hosts.append_null(),
        }
    }
    Ok(Arc::new(hosts.finish()))
}

fn normalized(text: Option<&str>) -> Option<String> {
    Some(UriRef::parse(text?).ok()?.normalize().into_string())
}

fn resolved(text: &str, base: &Uri<&str>) -> Option<String> {
    Some(UriRef::parse(text).ok()?.resolve_against(base).ok()?.into_string())
}
