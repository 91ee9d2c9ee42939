//! Paths on Unix: octets, with `/` between names.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::FilePathError;
use super::names::FileUri;
use crate::component::Path;
use crate::grammar::Grammar;

pub(super) fn path<G: Grammar>(uri: &FileUri<'_, G>) -> Result<Vec<u8>, FilePathError> {
    if uri.host.is_some() {
        return Err(FilePathError::Host);
    }
    if !uri.path.as_str().starts_with('/') {
        return Err(FilePathError::NotAbsolute);
    }
    let mut path = Vec::with_capacity(uri.path.as_str().len());
    for name in uri.names() {
        let name = name?;
        let octets = name.data.to_bytes();
        if let Some((at, octet)) = octets.iter().enumerate().find(|(_, octet)| matches!(octet, 0 | b'/')) {
            let offset = name.offset_of(at);
            return Err(match octet {
                0 => FilePathError::Nul { offset },
                _ => FilePathError::Delimiter { offset },
            });
        }
        path.push(b'/');
        path.extend_from_slice(&octets);
    }
    Ok(path)
}

pub(super) fn uri(path: &[u8]) -> Result<String, FilePathError> {
    if path.first() != Some(&b'/') {
        return Err(FilePathError::NotAbsolute);
    }
    if let Some(offset) = path.iter().position(|&byte| byte == 0) {
        return Err(FilePathError::Nul { offset });
    }
    let mut text = String::from("file://");
    Path::encode(path).append_to(&mut text);
    Ok(text)
}
