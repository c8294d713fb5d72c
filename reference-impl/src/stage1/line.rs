//! An event line in canonical form, taken apart: its members as they stand.

use crate::members::Raw;
use mcp_evidence_contract::Location;
use mcp_evidence_strict_json as strict_json;
use strict_json::canonical::recognize;

/// One event line.
pub(super) struct Line<'t> {
    /// Where it stands.
    pub(super) at: Location,
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes as carried, without the line feed.
    pub(super) carried: &'t [u8],
    /// Its members, from its canonical form.
    pub(super) envelope: &'t Envelope<'t>,
}

/// The members of an event that anything depends on.
#[derive(Debug, Default)]
pub(super) struct Envelope<'t> {
    pub(super) specversion: Option<Raw<'t>>,
    pub(super) event_type: Option<Raw<'t>>,
    pub(super) source: Option<Raw<'t>>,
    pub(super) id: Option<Raw<'t>>,
    pub(super) time: Option<Raw<'t>>,
    pub(super) datacontenttype: Option<Raw<'t>>,
    pub(super) subject: Option<Raw<'t>>,
    pub(super) run_id: Option<Raw<'t>>,
    pub(super) seq: Option<Raw<'t>>,
    pub(super) content_hash: Option<Raw<'t>>,
    pub(super) data: Option<Raw<'t>>,
    /// `schema` of `data`, where that is an object.
    pub(super) schema: Option<Raw<'t>>,
    /// Whether there are members that the text does not list.
    pub(super) further: bool,
    /// `schema` of the member that is going by.
    passing_schema: Option<Raw<'t>>,
}

impl<'t> Envelope<'t> {
    /// Takes a line apart if it is canonical.
    pub(super) fn of(line: &'t [u8], limits: strict_json::Limits) -> Option<Envelope<'t>> {
        let mut envelope = Envelope::default();
        recognize(line, limits, |level, name, value| envelope.told(level, name, Raw(value)))
            .then_some(envelope)
    }

    /// Takes a member as the recognizer tells it: those of an inner object
    /// (level 2) before the one that holds it.
    fn told(&mut self, level: usize, name: &str, value: Raw<'t>) {
        if level > 1 {
            if name == "schema" {
                self.passing_schema = Some(value);
            }
            return;
        }
        let schema = self.passing_schema.take();
        let member = match name {
            "specversion" => &mut self.specversion,
            "type" => &mut self.event_type,
            "source" => &mut self.source,
            "id" => &mut self.id,
            "time" => &mut self.time,
            "datacontenttype" => &mut self.datacontenttype,
            "subject" => &mut self.subject,
            "assayrunid" => &mut self.run_id,
            "assayseq" => &mut self.seq,
            "assaycontenthash" => &mut self.content_hash,
            "data" => {
                self.schema = schema;
                &mut self.data
            }
            _ => {
                self.further |= !name.starts_with("assay");
                return;
            }
        };
        *member = Some(value);
    }

    /// The bytes that the content hash covers, in three parts: what comes before
    /// `data`, `data` as it stands, and the rest, which is put into `rest`.
    pub(super) fn hashed<'r>(&self, subject: bool, rest: &'r mut String) -> [&'r str; 3]
    where
        't: 'r,
    {
        let subject = self.subject.filter(|_| subject);
        rest.clear();
        let mut comma = if self.data.is_some() { "," } else { "" };
        for (name, value) in [
            ("\"datacontenttype\":", self.datacontenttype),
            ("\"specversion\":", self.specversion),
            ("\"subject\":", subject),
            ("\"type\":", self.event_type),
        ] {
            if let Some(Raw(value)) = value {
                for part in [comma, name, value] {
                    rest.push_str(part);
                }
                comma = ",";
            }
        }
        rest.push('}');
        match self.data {
            Some(Raw(data)) => ["{\"data\":", data, rest],
            None => ["{", "", rest],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<Envelope<'_>> {
        Envelope::of(line.as_bytes(), strict_json::Limits::default())
    }

    #[test]
    fn members_stand_as_they_are() {
        let line = r#"{"assayseq":3,"data":{"a":{"schema":"no"},"schema":"s"},"x":{"schema":1}}"#;
        let envelope = of(line).expect("canonical");
        assert_eq!(envelope.seq, Some(Raw("3")));
        assert_eq!(envelope.schema, Some(Raw("\"s\"")));
        assert!(envelope.further);
        let envelope = of(r#"{"assayx":{"schema":1},"data":[{"schema":"s"}]}"#).expect("canonical");
        assert_eq!(envelope.schema, None);
        assert!(!envelope.further);
        assert!(of(r#"{"data": 1}"#).is_none());
    }

    #[test]
    fn hashed_bytes_are_the_canonical_object() {
        let mut rest = String::new();
        let line = r#"{"data":[1],"datacontenttype":"d","id":"i","subject":null,"type":"t"}"#;
        let envelope = of(line).expect("canonical");
        assert_eq!(
            envelope.hashed(true, &mut rest).concat(),
            r#"{"data":[1],"datacontenttype":"d","subject":null,"type":"t"}"#
        );
        assert_eq!(
            envelope.hashed(false, &mut rest).concat(),
            r#"{"data":[1],"datacontenttype":"d","type":"t"}"#
        );
        assert_eq!(of("{}").expect("canonical").hashed(true, &mut rest).concat(), "{}");
        let line = r#"{"specversion":1}"#;
        assert_eq!(of(line).expect("canonical").hashed(true, &mut rest).concat(), line);
    }
}
