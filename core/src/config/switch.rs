use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads what may be a switch or the settings of what is switched on. What is wrong with the settings is told at its
/// own place, which an untagged enum would lose.
pub(super) fn switch_or<'de, D: Deserializer<'de>, T: Deserialize<'de>, R>(
    deserializer: D,
    switch: fn(bool) -> R,
    settings: fn(T) -> R,
) -> Result<R, D::Error> {
    deserializer.deserialize_any(SwitchOr { switch, settings })
}

struct SwitchOr<T, R> {
    switch: fn(bool) -> R,
    settings: fn(T) -> R,
}

impl<'de, T: Deserialize<'de>, R> Visitor<'de> for SwitchOr<T, R> {
    type Value = R;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("true, false or an object of settings")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<R, E> {
        Ok((self.switch)(flag))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<R, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(self.settings)
    }
}
