use super::ast::{Argument, Call, Comparable, Logical, Operator, Query, is_singular};
use super::cursor::Cursor;
use super::error::JsonPathError;
use super::functions::{Function, Kind};
use super::literal::literal;
use super::parse::segments;

/// Reads the expression of a filter.
pub(super) fn logical(cursor: &mut Cursor) -> Result<Logical, JsonPathError> {
    let first = conjunction(cursor)?;
    let mut all = vec![first];
    while followed_by(cursor, "||") {
        all.push(conjunction(cursor)?);
    }
    Ok(one_or(all, Logical::Or))
}

fn conjunction(cursor: &mut Cursor) -> Result<Logical, JsonPathError> {
    let mut all = vec![basic(cursor)?];
    while followed_by(cursor, "&&") {
        all.push(basic(cursor)?);
    }
    Ok(one_or(all, Logical::And))
}

fn one_or(mut all: Vec<Logical>, many: impl FnOnce(Vec<Logical>) -> Logical) -> Logical {
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            all.push(last);
            many(all)
        }
        (None, _) => many(all),
    }
}

fn followed_by(cursor: &mut Cursor, operator: &str) -> bool {
    let start = cursor.position();
    cursor.blanks();
    if cursor.take(operator) {
        cursor.blanks();
        true
    } else {
        cursor.back_to(start);
        false
    }
}

fn basic(cursor: &mut Cursor) -> Result<Logical, JsonPathError> {
    let negated = cursor.take("!");
    if negated {
        cursor.blanks();
    }
    if cursor.take("(") {
        cursor.blanks();
        let inner = cursor.deeper(logical)?;
        cursor.blanks();
        cursor.expect(")")?;
        return Ok(not(negated, inner));
    }
    let start = cursor.position();
    let left = operand(cursor)?;
    let after_left = cursor.position();
    cursor.blanks();
    if let Some(operator) = operator(cursor) {
        if negated {
            return Err(cursor.error("`!` goes before a comparison in parentheses"));
        }
        cursor.blanks();
        let right = operand(cursor)?;
        return Ok(Logical::Compare(operator, comparable(cursor, left)?, comparable(cursor, right)?));
    }
    cursor.back_to(after_left);
    let test = match left {
        Argument::Query(query) => Logical::Exists(query),
        Argument::Call(call) if call.function.gives() == Kind::Logical => Logical::Test(call),
        Argument::Literal(_) | Argument::Call(_) => {
            cursor.back_to(start);
            return Err(cursor.error("this must be compared with something"));
        }
    };
    Ok(not(negated, test))
}

fn not(negated: bool, inner: Logical) -> Logical {
    if negated { Logical::Not(Box::new(inner)) } else { inner }
}

fn operator(cursor: &mut Cursor) -> Option<Operator> {
    // The longer ones first.
    let all = [
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ];
    all.into_iter().find(|(text, _)| cursor.take(text)).map(|(_, operator)| operator)
}

fn comparable(cursor: &Cursor, operand: Argument) -> Result<Comparable, JsonPathError> {
    match operand {
        Argument::Literal(value) => Ok(Comparable::Literal(value)),
        Argument::Query(query) if is_singular(&query.segments) => Ok(Comparable::Singular(query)),
        Argument::Query(_) => Err(cursor.error("only a path to a single place can be compared")),
        Argument::Call(call) if call.function.gives() == Kind::Value => Ok(Comparable::Call(call)),
        Argument::Call(_) => Err(cursor.error("the function gives nothing that can be compared")),
    }
}

/// A literal, a query or a function call.
fn operand(cursor: &mut Cursor) -> Result<Argument, JsonPathError> {
    for (sign, from_root) in [("@", false), ("$", true)] {
        if cursor.take(sign) {
            return Ok(Argument::Query(Query { from_root, segments: cursor.deeper(segments)? }));
        }
    }
    if let Some(value) = literal(cursor)? {
        return Ok(Argument::Literal(value));
    }
    let name = cursor
        .run(|character| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_');
    let Some(function) = Function::named(&name) else {
        return Err(cursor.error("expected a path, a literal or a function"));
    };
    cursor.expect("(")?;
    cursor.deeper(|cursor| call(cursor, function)).map(Argument::Call)
}

fn call(cursor: &mut Cursor, function: Function) -> Result<Call, JsonPathError> {
    let mut arguments = Vec::new();
    loop {
        cursor.blanks();
        if arguments.is_empty() && cursor.take(")") {
            break;
        }
        arguments.push(operand(cursor)?);
        cursor.blanks();
        if cursor.take(")") {
            break;
        }
        cursor.expect(",")?;
    }
    let takes = function.takes();
    let fits = takes.len() == arguments.len()
        && takes.iter().zip(&arguments).all(|(kind, argument)| match (kind, argument) {
            (Kind::Nodes, Argument::Query(_)) | (Kind::Value, Argument::Literal(_)) => true,
            (Kind::Value, Argument::Query(query)) => is_singular(&query.segments),
            (kind, Argument::Call(call)) => call.function.gives() == *kind,
            (Kind::Nodes, Argument::Literal(_)) | (Kind::Logical, _) => false,
        });
    if fits {
        Ok(Call { function, arguments })
    } else {
        Err(cursor.error(format!("wrong arguments for `{}`", function.name())))
    }
}
