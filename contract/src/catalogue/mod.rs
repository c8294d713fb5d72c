//! Every rule that a case can break, every permission that must be granted, and
//! every pinned reading where a text leaves room. Of `privileged-mcp-action` one
//! file for each part of a bundle, and one for what v1 changes; of each other
//! system one file.
//!
//! Stage-1 rules stand in the order of §4 by their [`Check`](crate::Check).

pub mod annotations;
pub mod binding;
pub mod container;
pub mod decision;
pub mod establish;
pub mod event;
pub mod manifest;
pub mod namespace;
pub mod observation;
pub mod published;
pub mod receipts;
pub mod tool_decision;
pub mod v1;

use crate::{Alternative, Presence, Profile, Rule, System};

/// Declares rules as statics and lists them, so that none can be forgotten.
macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        $(
            #[doc = concat!("See its `text`: [`Rule`](crate::Rule) `", stringify!($name), "`.")]
            pub static $name: crate::Rule = $rule;
        )*
        /// The rules declared one by one in this file.
        pub(super) static RULES: &[&crate::Rule] = &[$(&$name),*];
    };
}

/// Declares the absent, null and type rules of members, and lists them.
macro_rules! members {
    ($($name:ident = $stage:expr, $section:expr, $prefix:literal, $member:literal, $article:literal
        $(, refines $published:ident)? $(, type reads $point:literal)? $(, null reads $null:literal)?
        $(, absent reads $absent:literal)?;)*) => {
        $(
            #[doc = concat!("`", $member, "` is present, not null, and ", $article, ".")]
            pub static $name: crate::Presence = crate::Presence {
                member: $member,
                absent: crate::Rule::requirement(
                    $stage, $section, concat!($prefix, ".absent"),
                    concat!("`", $member, "` is present"),
                ).lacking(concat!("a bundle without `", $member, "`"))$(.refining(crate::Published::$published))?$(.reading($absent))?,
                null: crate::Rule::requirement(
                    $stage, $section, concat!($prefix, ".null"),
                    concat!("`", $member, "` is not null"),
                ).lacking(concat!("a bundle whose `", $member, "` is null"))$(.refining(crate::Published::$published))?$(.reading($null))?,
                wrong_type: crate::Rule::requirement(
                    $stage, $section, concat!($prefix, ".type"),
                    concat!("`", $member, "` is ", $article),
                ).lacking(concat!("a bundle whose `", $member, "` is not ", $article))$(.refining(crate::Published::$published))?$(.reading($point))?,
            };
        )*
        /// The members declared in this file.
        pub(super) static MEMBERS: &[&crate::Presence] = &[$(&$name),*];
    };
}

pub(crate) use {members, rules};

/// What one file declares: members with their three rules each, and rules.
type File = (&'static [&'static Presence], &'static [&'static Rule]);

/// The files of a system, in the order of its text.
fn files(system: System) -> &'static [File] {
    match system {
        System::PrivilegedMcpAction => {
            static FILES: [File; 9] = [
                (&[], container::RULES),
                (manifest::MEMBERS, manifest::RULES),
                (event::MEMBERS, event::RULES),
                (&[], namespace::RULES),
                (decision::MEMBERS, decision::RULES),
                (observation::MEMBERS, observation::RULES),
                (establish::MEMBERS, establish::RULES),
                (&[], v1::RULES),
                (&[], binding::RULES),
            ];
            &FILES
        }
        System::ToolDecisionSurface => {
            static FILES: [File; 1] = [(&[], tool_decision::RULES)];
            &FILES
        }
        System::RequestDecisionReceipts => &receipts::FILES,
        System::TrustAnnotations => {
            static FILES: [File; 1] = [(&[], annotations::RULES)];
            &FILES
        }
    }
}

/// Every rule of a system, file by file in the order of its text.
pub fn of(system: System) -> impl Iterator<Item = &'static Rule> {
    files(system).iter().flat_map(|(members, rules)| {
        let members =
            members.iter().flat_map(|member| [&member.absent, &member.null, &member.wrong_type]);
        members.chain(rules.iter().copied())
    })
}

/// The system whose rule it is; none of [`container::READABLE`].
pub fn system_of(rule: &Rule) -> Option<System> {
    System::ALL.into_iter().find(|system| of(*system).any(|one| one == rule))
}

/// Every rule of every system.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    System::ALL.into_iter().flat_map(of)
}

/// The rules that the corpora of a version of `privileged-mcp-action` are about.
/// For v1 those are the ones that it changes; all others are v0's, and told by
/// v0's corpora.
pub fn about(profile: &'static Profile) -> impl Iterator<Item = &'static Rule> {
    of(System::PrivilegedMcpAction).filter(|rule| (profile.is_about)(rule))
}

/// Every alternative reading of a system.
pub fn alternatives_of(system: System) -> impl Iterator<Item = &'static Alternative> {
    let lists: Vec<&'static [&'static Alternative]> = match system {
        System::PrivilegedMcpAction => {
            vec![
                event::ALTERNATIVES,
                manifest::ALTERNATIVES,
                v1::ALTERNATIVES,
                binding::ALTERNATIVES,
            ]
        }
        System::ToolDecisionSurface => vec![tool_decision::ALTERNATIVES],
        System::RequestDecisionReceipts => receipts::ALTERNATIVES.to_vec(),
        System::TrustAnnotations => vec![annotations::ALTERNATIVES],
    };
    lists.into_iter().flatten().copied()
}

/// Every alternative reading of every system.
pub fn alternatives() -> impl Iterator<Item = &'static Alternative> {
    System::ALL.into_iter().flat_map(alternatives_of)
}

/// The rule of that id, [`container::READABLE`] included.
pub fn find(id: &str) -> Option<&'static Rule> {
    all().chain([&container::READABLE]).find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Published};
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_start_with_their_stage() {
        let mut seen = BTreeSet::new();
        for rule in all() {
            assert!(seen.insert(rule.id), "{} is declared twice", rule.id);
            let prefix = match rule.stage.number() {
                Some(number) => format!("stage{number}."),
                None => format!("{}.", rule.stage.label()),
            };
            assert!(rule.id.starts_with(&prefix), "{} is not under {prefix}", rule.id);
            assert!(rule.section.starts_with('§'), "{}: {}", rule.id, rule.section);
            assert!(!rule.text.is_empty() && !rule.text.ends_with('.'), "{}", rule.id);
            let told = rule.kind == Kind::Permission || rule.interpretation.is_some();
            assert!(told || !rule.lacking.is_empty(), "{} says not what is accepted", rule.id);
        }
        for alternative in alternatives() {
            assert!(seen.insert(alternative.id), "{} is declared twice", alternative.id);
            assert!(alternative.id.starts_with(alternative.rule.id), "{}", alternative.id);
        }
    }

    #[test]
    fn exclusions_name_a_rule_that_is_not_excluded_itself() {
        for rule in all() {
            if let Some(exclusion) = rule.exclusion {
                assert!(!exclusion.always_fires.is_empty(), "{}", rule.id);
                for id in exclusion.always_fires {
                    let other = find(id).expect(id);
                    assert!(other.exclusion.is_none(), "{}", rule.id);
                    assert_eq!(other.kind, Kind::Requirement, "{}", rule.id);
                }
            }
        }
    }

    #[test]
    fn what_a_rule_refers_to_is_there_and_is_another_rule() {
        for rule in all() {
            for id in rule.see {
                assert!(find(id).is_some() && *id != rule.id, "{}: {id}", rule.id);
            }
        }
    }

    #[test]
    fn every_published_rule_is_refined() {
        let refined: BTreeSet<Published> = all().filter_map(|rule| rule.refines).collect();
        let missing: Vec<_> = Published::ALL.iter().filter(|p| !refined.contains(p)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
