//! A model of the edits of a query, as a list of the strings between its `&` (section 3.4), and of the patterns of keys. Empty
//! strings are not pairs, but edits keep them.

/// A key and a value, decoded.
pub(crate) type Pair = (Vec<u8>, Option<Vec<u8>>);

/// The strings between the `&`, and the functions that decode and encode keys and values. An empty query is one empty
/// string.
pub(crate) struct Pieces {
    pieces: Vec<String>,
    decode: fn(&str) -> Vec<u8>,
    encode: fn(&[u8]) -> String,
}

impl Pieces {
    pub(crate) fn of(query: &str, decode: fn(&str) -> Vec<u8>, encode: fn(&[u8]) -> String) -> Self {
        Self { pieces: query.split('&').map(str::to_owned).collect(), decode, encode }
    }

    pub(crate) fn text(&self) -> String {
        self.pieces.join("&")
    }

    /// Appends a pair. An empty key without a value is not a pair, and is ignored.
    pub(crate) fn append(&mut self, key: &[u8], value: Option<&[u8]>) {
        if !key.is_empty() || value.is_some() {
            self.push(self.written(key, value));
        }
    }

    pub(crate) fn set(&mut self, key: &[u8], value: &[u8]) {
        self.put(key, self.written(key, Some(value)));
    }

    /// Replaces the first pair with this key by `piece`, or appends `piece`, and removes the other pairs with the key.
    pub(crate) fn put(&mut self, key: &[u8], piece: String) {
        let decode = self.decode;
        let has_key = |piece: &String| pair(decode, piece).is_some_and(|(own, _)| own == key);
        let first = self.pieces.iter().position(has_key);
        let mut at = 0..;
        self.pieces.retain(|piece| at.next() == first || !has_key(piece));
        match first {
            Some(first) => self.pieces[first] = piece,
            None => self.push(piece),
        }
    }

    /// Removes the pairs with a key, and returns whether there was one.
    pub(crate) fn remove(&mut self, key: &[u8]) -> bool {
        let mut removed = 0;
        self.retain(|(own, _)| {
            removed += usize::from(own == key);
            own != key
        });
        removed > 0
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&Pair) -> bool) {
        let decode = self.decode;
        self.pieces.retain(|piece| pair(decode, piece).is_none_or(|pair| keep(&pair)));
        if self.pieces.is_empty() {
            self.pieces.push(String::new());
        }
    }

    pub(crate) fn clear(&mut self) {
        self.pieces = vec![String::new()];
    }

    /// Sorts the pairs by their keys. Empty strings stay where they are.
    pub(crate) fn sort(&mut self) {
        let is_pair = |piece: &&mut String| !piece.is_empty();
        let mut sorted: Vec<String> = self.pieces.iter().filter(|piece| !piece.is_empty()).cloned().collect();
        sorted.sort_by_key(|piece| pair(self.decode, piece).map(|(key, _)| key));
        for (piece, sorted) in self.pieces.iter_mut().filter(is_pair).zip(sorted) {
            *piece = sorted;
        }
    }

    fn push(&mut self, piece: String) {
        if self.pieces == [""] {
            self.pieces.clear();
        }
        self.pieces.push(piece);
    }

    /// Returns the text of a pair.
    pub(crate) fn written(&self, key: &[u8], value: Option<&[u8]>) -> String {
        let value = value.map(|value| format!("={}", (self.encode)(value)));
        (self.encode)(key) + value.as_deref().unwrap_or_default()
    }
}

/// Decodes the text of a pair. Returns `None` if the text is empty. Only its first `=` is a delimiter.
pub(crate) fn pair(decode: fn(&str) -> Vec<u8>, piece: &str) -> Option<Pair> {
    let (key, value) = piece.split_once('=').map_or((piece, None), |(key, value)| (key, Some(value)));
    (!piece.is_empty()).then(|| (decode(key), value.map(decode)))
}

/// Returns whether a pattern matches a key, by trying each rest for each star.
pub(crate) fn matches(pattern: &[u8], key: &[u8]) -> bool {
    match pattern {
        [] => key.is_empty(),
        [b'\\', octet @ (b'*' | b'\\'), pattern @ ..] => {
            key.split_first().is_some_and(|(first, key)| first == octet && matches(pattern, key))
        }
        [b'*', pattern @ ..] => (0..=key.len()).any(|rest| matches(pattern, &key[rest..])),
        [octet, pattern @ ..] => {
            key.split_first().is_some_and(|(first, key)| first == octet && matches(pattern, key))
        }
    }
}
