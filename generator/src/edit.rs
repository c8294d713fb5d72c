//! Edits of JSON values and of bytes that are to hold exactly one such place.

use serde_json::Value;

/// Sets the member at `pointer` (RFC 6901), which need not be there yet.
pub(crate) fn set(target: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = split(target, pointer);
    parent[name] = value;
}

/// Takes the member at `pointer` (RFC 6901) out.
pub(crate) fn leave_out(target: &mut Value, pointer: &str) {
    let (parent, name) = split(target, pointer);
    let object = parent.as_object_mut().expect("a pointer leads through objects");
    object.remove(name).expect("what an edit leaves out is there");
}

fn split<'v, 'p>(target: &'v mut Value, pointer: &'p str) -> (&'v mut Value, &'p str) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
    (target.pointer_mut(parent).expect("the members above an edit are there"), name)
}

/// Replaces `from`, which stands there exactly once.
pub(crate) fn replace(bytes: &mut Vec<u8>, from: &str, to: impl AsRef<[u8]>) {
    let places = positions(bytes, from);
    assert_eq!(places.len(), 1, "an edit has one place, but {from:?} stands at {places:?}");
    bytes.splice(places[0]..places[0] + from.len(), to.as_ref().iter().copied());
}

/// Replaces the last `from`.
pub(crate) fn replace_last(bytes: &mut Vec<u8>, from: &str, to: impl AsRef<[u8]>) {
    let place = *positions(bytes, from).last().expect("what an edit replaces is there");
    bytes.splice(place..place + from.len(), to.as_ref().iter().copied());
}

fn positions(bytes: &[u8], text: &str) -> Vec<usize> {
    let windows = bytes.windows(text.len()).enumerate();
    windows.filter(|(_, window)| *window == text.as_bytes()).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_are_set_and_left_out() {
        let mut value = json!({"a": {"b.c": 1}});
        set(&mut value, "/a/b.c", json!(2));
        set(&mut value, "/d", json!(3));
        assert_eq!(value, json!({"a": {"b.c": 2}, "d": 3}));
        leave_out(&mut value, "/a/b.c");
        assert_eq!(value, json!({"a": {}, "d": 3}));
    }

    #[test]
    fn text_is_replaced_in_its_place() {
        let mut bytes = b"one two two".to_vec();
        replace(&mut bytes, "one", "1");
        replace_last(&mut bytes, "two", b"\xff");
        assert_eq!(bytes, b"1 two \xff");
    }

    #[test]
    #[should_panic(expected = "one place")]
    fn an_edit_without_a_single_place_is_a_mistake() {
        replace(&mut b"two two".to_vec(), "two", "2");
    }
}
