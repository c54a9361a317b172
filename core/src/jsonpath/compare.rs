use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::ast::Operator;

/// Whether two values are equal; numbers by what they are, not by how they are written.
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => order(left, right) == Some(Ordering::Equal),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => left == right,
    }
}

/// Compares two numbers, whole ones exactly.
pub(crate) fn order(left: &Number, right: &Number) -> Option<Ordering> {
    match (whole(left), whole(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn whole(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

/// Compares two values of a filter; `None` stands for nothing.
pub(super) fn holds(operator: Operator, left: Option<&Value>, right: Option<&Value>) -> bool {
    let same = || match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => equal(left, right),
        _ => false,
    };
    match operator {
        Operator::Equal => same(),
        Operator::NotEqual => !same(),
        Operator::Less => less(left, right),
        Operator::Greater => less(right, left),
        Operator::LessOrEqual => less(left, right) || same(),
        Operator::GreaterOrEqual => less(right, left) || same(),
    }
}

/// Only two numbers or two texts have an order.
fn less(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(Value::Number(left)), Some(Value::Number(right))) => order(left, right) == Some(Ordering::Less),
        (Some(Value::String(left)), Some(Value::String(right))) => left < right,
        _ => false,
    }
}
