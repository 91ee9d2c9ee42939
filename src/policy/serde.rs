//! serde: a policy as a map with keys in kebab-case, such as a table of TOML.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::builder::Policy;
use super::checked::Checked;
use super::hosts::AllowedHost;
use super::list::{List, PortRange, Scheme, list_of};
use super::names::{Named, RequiredComponent};
use super::networks::Network;
use super::review::{Rules, UNMENTIONED, Verdict, Verdicts};
use crate::grammar::HostKind;
#[cfg(feature = "psl")]
use crate::reference::Iri;
use crate::resolve::ReferenceForm;
use crate::validate::Code;

const KEYS: &[&str] = &[
    "preset",
    "forms",
    "schemes",
    "allow-hosts",
    "host-kinds",
    #[cfg(feature = "psl")]
    "same-site",
    "allow-networks",
    "refuse-networks",
    "ports",
    "userinfo",
    "max-length",
    "require",
    "refuse-warnings",
    "refuse",
    "warn",
    "pass",
];

/// Writes the whole policy, without the name of a preset. It lacks verdicts on the codes that later versions add: see the
/// [configuration](crate::policy#configuration).
impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rules {
            forms, schemes, hosts, host_kinds, networks, ports, max_length, required, verdicts, ..
        } = self.rules();
        let mut map = serializer.serialize_map(None)?;
        if let Some(forms) = forms {
            map.serialize_entry("forms", &names(forms.entries().iter().map(|form| form.0)))?;
        }
        if let Some(schemes) = schemes {
            map.serialize_entry(
                "schemes",
                &schemes.entries().iter().map(Scheme::as_str).collect::<Vec<_>>(),
            )?;
        }
        if let Some(hosts) = hosts {
            map.serialize_entry(
                "allow-hosts",
                &hosts.entries().iter().map(AllowedHost::text).collect::<Vec<_>>(),
            )?;
        }
        if let Some(kinds) = host_kinds {
            map.serialize_entry("host-kinds", &names(kinds.entries().iter().map(|kind| kind.0)))?;
        }
        #[cfg(feature = "psl")]
        if let Some(site) = &self.rules().site {
            map.serialize_entry("same-site", &site.to_string())?;
        }
        for (key, allowed) in [("allow-networks", true), ("refuse-networks", false)] {
            let networks: Vec<_> = networks.entries(allowed).map(|network| network.to_string()).collect();
            if !networks.is_empty() {
                map.serialize_entry(key, &networks)?;
            }
        }
        if let Some(ports) = ports {
            map.serialize_entry("ports", ports.entries())?;
        }
        if let Some(bytes) = max_length {
            map.serialize_entry("max-length", bytes)?;
        }
        if !required.entries().is_empty() {
            map.serialize_entry("require", &names(required.entries().iter().map(|component| component.0)))?;
        }
        for (key, verdict) in [("refuse", Verdict::Refuse), ("warn", Verdict::Warn), ("pass", Verdict::Pass)]
        {
            let codes = Code::ALL.iter().zip(verdicts).filter(|(_, own)| **own == verdict);
            let codes: Vec<_> = codes.map(|(code, _)| code.as_str()).collect();
            if !codes.is_empty() {
                map.serialize_entry(key, &codes)?;
            }
        }
        map.end()
    }
}

fn names<T: Named>(values: impl Iterator<Item = T>) -> Vec<&'static str> {
    values.map(T::name).collect()
}

/// Writes the reference. There is no `Deserialize`, because a deserialized reference has not been
/// checked.
impl<R: Serialize> Serialize for Checked<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(serializer)
    }
}

impl Serialize for PortRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.single() {
            Some(port) => serializer.serialize_u16(port),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Policy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a policy with keys such as `preset` and `schemes`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Policy, A::Error> {
                let mut entries = Entries::new();
                let mut seen = Vec::new();
                while let Some(Key(key)) = map.next_key()? {
                    if seen.contains(&key) {
                        return Err(Error::duplicate_field(key));
                    }
                    seen.push(key);
                    entries.read(key, &mut map)?;
                }
                entries.into_policy()
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

/// A key of the map. An unknown key is an error of the key rather than of the map, so that the deserializer reports its
/// position.
struct Key(&'static str);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl Visitor<'_> for Names {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key of a policy")
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<Key, E> {
                let known = KEYS.iter().find(|own| **own == key);
                known.map(|key| Key(key)).ok_or_else(|| Error::unknown_field(key, KEYS))
            }
        }

        deserializer.deserialize_identifier(Names)
    }
}

/// The values of the keys. The preset is applied first, regardless of the order of the keys.
struct Entries {
    preset: Option<Preset>,
    forms: Option<Vec<ByName<ReferenceForm>>>,
    schemes: Option<Vec<FromText<Scheme>>>,
    allow_hosts: Option<Vec<FromText<AllowedHost>>>,
    host_kinds: Option<Vec<ByName<HostKind>>>,
    #[cfg(feature = "psl")]
    same_site: Option<String>,
    allow_networks: Vec<FromText<Network>>,
    refuse_networks: Vec<FromText<Network>>,
    ports: Option<Vec<PortRange>>,
    userinfo: Option<bool>,
    max_length: Option<usize>,
    require: Option<Vec<ByName<RequiredComponent>>>,
    refuse_warnings: bool,
    verdicts: Verdicts,
}

impl Entries {
    fn new() -> Self {
        Self {
            preset: None,
            forms: None,
            schemes: None,
            allow_hosts: None,
            host_kinds: None,
            #[cfg(feature = "psl")]
            same_site: None,
            allow_networks: Vec::new(),
            refuse_networks: Vec::new(),
            ports: None,
            userinfo: None,
            max_length: None,
            require: None,
            refuse_warnings: false,
            verdicts: UNMENTIONED,
        }
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "preset" => self.preset = Some(map.next_value()?),
            "forms" => self.forms = Some(map.next_value()?),
            "schemes" => self.schemes = Some(map.next_value()?),
            "allow-hosts" => self.allow_hosts = Some(map.next_value()?),
            "host-kinds" => self.host_kinds = Some(map.next_value()?),
            #[cfg(feature = "psl")]
            "same-site" => self.same_site = Some(map.next_value()?),
            "allow-networks" => self.allow_networks = map.next_value()?,
            "refuse-networks" => self.refuse_networks = map.next_value()?,
            "ports" => self.ports = Some(map.next_value()?),
            "userinfo" => self.userinfo = Some(map.next_value()?),
            "max-length" => self.max_length = Some(map.next_value()?),
            "require" => self.require = Some(map.next_value()?),
            "refuse-warnings" => self.refuse_warnings = map.next_value()?,
            "refuse" => self.read_codes(map.next_value()?, Verdict::Refuse)?,
            "warn" => self.read_codes(map.next_value()?, Verdict::Warn)?,
            "pass" => self.read_codes(map.next_value()?, Verdict::Pass)?,
            _ => unreachable!("`KEYS` has no other keys"),
        }
        Ok(())
    }

    #[expect(clippy::indexing_slicing, reason = "there is a verdict for each code")]
    fn read_codes<E: Error>(&mut self, codes: Vec<ByName<Code>>, verdict: Verdict) -> Result<(), E> {
        for ByName(code) in codes {
            let own = &mut self.verdicts[code as usize];
            if *own != Verdict::Unmentioned && *own != verdict {
                return Err(E::custom(format_args!(
                    "`{code}` is in two of the lists `refuse`, `warn` and `pass`"
                )));
            }
            *own = verdict;
        }
        Ok(())
    }

    #[expect(clippy::indexing_slicing, reason = "there is a verdict for each code")]
    fn into_policy<E: Error>(self) -> Result<Policy, E> {
        let policy = self.preset.map(|preset| preset.0).unwrap_or_default();
        let of_userinfo = self.verdicts[Code::UserinfoRefused as usize];
        let contradicts = |is_allowed: bool| {
            of_userinfo != Verdict::Unmentioned && (of_userinfo == Verdict::Pass) != is_allowed
        };
        if self.userinfo.is_some_and(contradicts) {
            return Err(E::custom("`userinfo` contradicts the list with `userinfo-refused`"));
        }
        let policy = match self.userinfo {
            Some(is_allowed) => policy.userinfo(is_allowed),
            None => policy,
        };
        let policy = if self.refuse_warnings { policy.refuse_warnings() } else { policy };
        #[cfg(feature = "psl")]
        let policy = match self.same_site {
            Some(text) => policy.same_site(&Iri::parse(&text).map_err(E::custom)?).map_err(E::custom)?,
            None => policy,
        };
        Ok(policy.with(|rules| {
            if let Some(forms) = self.forms {
                rules.forms = Some(Named::list(forms.into_iter().map(|form| form.0)));
            }
            if let Some(schemes) = self.schemes {
                rules.schemes = Some(List::new(schemes.into_iter().map(|scheme| scheme.0)));
            }
            if let Some(entries) = self.allow_hosts {
                let hosts = rules.hosts.get_or_insert_default();
                hosts.extend(entries.into_iter().map(|entry| entry.0));
            }
            if let Some(kinds) = self.host_kinds {
                rules.host_kinds = Some(Named::list(kinds.into_iter().map(|kind| kind.0)));
            }
            self.allow_networks.into_iter().for_each(|network| rules.networks.set(network.0, true));
            // A network in both lists is refused.
            self.refuse_networks.into_iter().for_each(|network| rules.networks.set(network.0, false));
            if let Some(ports) = self.ports {
                rules.ports = Some(list_of(ports));
            }
            if let Some(bytes) = self.max_length {
                rules.max_length = Some(bytes);
            }
            if let Some(components) = self.require {
                rules.required = Named::list(components.into_iter().map(|component| component.0));
            }
            for (own, verdict) in rules.verdicts.iter_mut().zip(self.verdicts) {
                if verdict != Verdict::Unmentioned {
                    *own = verdict;
                }
            }
        }))
    }
}

/// A policy, deserialized from the name of a preset.
struct Preset(Policy);

impl<'de> Deserialize<'de> for Preset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let preset = Policy::preset(&name).map(Self);
        preset.ok_or_else(|| no_name("preset", &name, Policy::PRESETS.iter().copied()))
    }
}

/// A value that is deserialized from its name.
struct ByName<T>(T);

impl<'de, T: Named> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = T::ALL.iter().find(|(_, own, _)| *own == name);
        known
            .map(|(value, ..)| Self(*value))
            .ok_or_else(|| no_name(T::NOUN, &name, T::ALL.iter().map(|(_, own, _)| *own)))
    }
}

impl<'de> Deserialize<'de> for ByName<Code> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let code = name.parse().map(Self);
        code.map_err(|_| no_name("code", &name, Code::ALL.iter().map(|code| code.as_str())))
    }
}

/// Returns the error for an unknown name, which lists the valid names.
fn no_name<E: Error>(noun: &str, name: &str, names: impl Iterator<Item = &'static str>) -> E {
    let names: Vec<_> = names.collect();
    E::custom(format_args!("`{name}` is not a {noun}; there are {}", names.join(", ")))
}

/// A value that is deserialized from the same string that the methods of [`Policy`] parse.
struct FromText<T>(T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for FromText<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(Error::custom)
    }
}

impl<'de> Deserialize<'de> for PortRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrRange;

        impl Visitor<'_> for NumberOrRange {
            type Value = PortRange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a port, such as 8080, or a range of ports, such as \"8000-8999\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<PortRange, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<PortRange, E> {
                number.to_string().parse().map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<PortRange, E> {
                number.to_string().parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(NumberOrRange)
    }
}
