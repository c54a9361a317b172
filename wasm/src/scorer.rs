use std::cell::RefCell;

use js_sys::Function;
use mcpward_core::rules::collision::Scorer;
use wasm_bindgen::JsValue;

/// A JavaScript function of two descriptions that says how alike they are, from 0 to 1.
pub(crate) struct HostScorer<'a> {
    function: &'a Function,
    problem: RefCell<Option<String>>,
}

impl<'a> HostScorer<'a> {
    pub(crate) fn new(function: &'a Function) -> Self {
        Self { function, problem: RefCell::new(None) }
    }

    /// What went wrong first. After that the function was not called any more.
    pub(crate) fn problem(self) -> Option<String> {
        self.problem.into_inner()
    }
}

impl Scorer for HostScorer<'_> {
    fn score(&self, left: &str, right: &str) -> f64 {
        if self.problem.borrow().is_some() {
            return 0.0;
        }
        let answer = self.function.call2(&JsValue::NULL, &left.into(), &right.into());
        let problem = match answer {
            Ok(value) => match value.as_f64() {
                Some(score) if (0.0..=1.0).contains(&score) => return score,
                Some(score) => format!("it gave {score}, which is no number from 0 to 1"),
                None => "it gave no number; it must not be asynchronous".to_owned(),
            },
            Err(thrown) => {
                let thrown: js_sys::Object = thrown.into();
                format!("it threw {}", String::from(thrown.to_string()))
            }
        };
        self.problem.replace(Some(problem));
        0.0
    }
}
