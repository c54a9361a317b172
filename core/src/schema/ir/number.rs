use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Decimal digits an `i128` is trusted with.
const MAX_SHIFT: u32 = 30;

/// An exact decimal: `digits × 10^exponent`, without trailing zeros in the digits.
///
/// JSON numbers are decimals, so bounds and divisors are compared as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    digits: i128,
    exponent: i32,
}

impl Decimal {
    pub(crate) const ZERO: Self = Self { digits: 0, exponent: 0 };
    pub(crate) const ONE: Self = Self { digits: 1, exponent: 0 };

    pub(crate) fn new(digits: i128, exponent: i32) -> Self {
        if digits == 0 {
            return Self::ZERO;
        }
        let (mut digits, mut exponent) = (digits, exponent);
        while digits % 10 == 0 {
            digits /= 10;
            exponent += 1;
        }
        Self { digits, exponent }
    }

    /// The number as it is written; `None` when it has more digits than are handled exactly.
    pub(crate) fn of(number: &Number) -> Option<Self> {
        if let Some(whole) = number.as_i64() {
            return Some(Self::new(whole.into(), 0));
        }
        if let Some(whole) = number.as_u64() {
            return Some(Self::new(whole.into(), 0));
        }
        let text = number.to_string();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text.as_str(), 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let places = i32::try_from(fraction.len()).ok()?;
        Some(Self::new(digits, exponent.checked_sub(places)?))
    }

    pub(crate) fn is_integer(self) -> bool {
        self.exponent >= 0
    }

    pub(crate) fn is_positive(self) -> bool {
        self.digits > 0
    }

    /// Both numbers as whole multiples of one power of ten.
    fn aligned(self, other: Self) -> Option<(i128, i128, i32)> {
        let exponent = self.exponent.min(other.exponent);
        let lift = |number: Self| -> Option<i128> {
            if number.digits == 0 {
                return Some(0);
            }
            let shift = u32::try_from(number.exponent.checked_sub(exponent)?).ok()?;
            if shift > MAX_SHIFT {
                return None;
            }
            number.digits.checked_mul(10_i128.checked_pow(shift)?)
        };
        if self.digits == 0 {
            return Some((0, other.digits, other.exponent));
        }
        if other.digits == 0 {
            return Some((self.digits, 0, self.exponent));
        }
        Some((lift(self)?, lift(other)?, exponent))
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let (left, right, exponent) = self.aligned(other)?;
        Some(Self::new(left.checked_add(right)?, exponent))
    }

    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { digits: other.digits.checked_neg()?, ..other })
    }

    pub(crate) fn times(self, factor: i128) -> Option<Self> {
        Some(Self::new(self.digits.checked_mul(factor)?, self.exponent))
    }

    pub(crate) fn half(self) -> Option<Self> {
        Some(Self::new(self.digits.checked_mul(5)?, self.exponent.checked_sub(1)?))
    }

    /// The largest whole number of `steps` that is not above this.
    pub(crate) fn floor_div(self, step: Self) -> Option<i128> {
        let (value, step, _) = self.aligned(step)?;
        (step != 0).then(|| value.div_euclid(step))
    }

    /// Whether this is a whole number of `divisor`s; `None` for a divisor of nothing or of too many digits.
    pub(crate) fn is_multiple_of(self, divisor: Self) -> Option<bool> {
        if self.digits == 0 {
            return Some(true);
        }
        if divisor.digits == 0 {
            return None;
        }
        if let Some((value, divisor, _)) = self.aligned(divisor) {
            return Some(value % divisor == 0);
        }
        // Too far apart to be written out. Digits that end in no zero are no multiple of a power of ten.
        let Ok(shift) = u32::try_from(self.exponent.checked_sub(divisor.exponent)?) else {
            return Some(false);
        };
        let modulus = u128::from(u64::try_from(divisor.digits.unsigned_abs()).ok()?);
        let mut rest = self.digits.unsigned_abs() % modulus;
        for _ in 0..shift {
            rest = rest * 10 % modulus;
        }
        Some(rest == 0)
    }

    /// The least common multiple of two positive steps.
    pub(crate) fn common_multiple(self, other: Self) -> Option<Self> {
        let (left, right, exponent) = self.aligned(other)?;
        let (mut a, mut b) = (left, right);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if a == 0 {
            return None;
        }
        Some(Self::new((left / a).checked_mul(right)?, exponent))
    }

    /// As a JSON number, whole where it is whole.
    pub(crate) fn to_json(self) -> Option<Value> {
        if self.exponent >= 0 {
            let whole = self.digits.checked_mul(10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?);
            if let Some(whole) = whole {
                if let Ok(whole) = i64::try_from(whole) {
                    return Some(whole.into());
                }
                if let Ok(whole) = u64::try_from(whole) {
                    return Some(whole.into());
                }
            }
        }
        let float: f64 = format!("{}e{}", self.digits, self.exponent).parse().ok()?;
        Number::from_f64(float).map(Value::Number)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.digits.signum().cmp(&other.digits.signum()) {
            Ordering::Equal => {}
            different => return different,
        }
        if let Some((left, right, _)) = self.aligned(*other) {
            return left.cmp(&right);
        }
        // The exponents lie so far apart that the magnitudes decide.
        let magnitude =
            |number: &Self| i64::from(number.exponent) + i64::from(number.digits.unsigned_abs().ilog10());
        let larger = magnitude(self).cmp(&magnitude(other));
        if self.digits < 0 { larger.reverse() } else { larger }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn decimal(value: &Value) -> Decimal {
        Decimal::of(value.as_number().unwrap()).unwrap()
    }

    #[test]
    fn numbers_are_compared_as_they_are_written() {
        assert_eq!(decimal(&json!(1.0)), decimal(&json!(1)));
        assert_eq!(decimal(&json!(0.3)).is_multiple_of(decimal(&json!(0.1))), Some(true));
        assert_eq!(decimal(&json!(1e300)).is_multiple_of(decimal(&json!(7))), Some(false));
        assert_eq!(decimal(&json!(7e300)).is_multiple_of(decimal(&json!(3.5e-300))), Some(true));
        assert_eq!(decimal(&json!(1e-300)).is_multiple_of(decimal(&json!(1e300))), Some(false));
        assert!(decimal(&json!(1e300)) > decimal(&json!(u64::MAX)));
        assert!(decimal(&json!(-1e300)) < decimal(&json!(-1e-300)));
        assert_eq!(decimal(&json!(0.04)).common_multiple(decimal(&json!(0.06))), Some(decimal(&json!(0.12))));
        assert_eq!(decimal(&json!(1e20)).to_json(), Some(json!(1e20)));
        assert_eq!(decimal(&json!(-0.5)).to_json(), Some(json!(-0.5)));
    }

    #[test]
    fn division_rounds_down() {
        assert_eq!(decimal(&json!(-1)).floor_div(decimal(&json!(2))), Some(-1));
        assert_eq!(decimal(&json!(7.5)).floor_div(decimal(&json!(2.5))), Some(3));
        assert_eq!(decimal(&json!(1e300)).floor_div(Decimal::ONE), None);
    }
}
