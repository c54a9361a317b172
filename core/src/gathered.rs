/// A set or a map of what comes, put in one after the other.
///
/// Collecting it would sort it first, with a sorting routine of its own for every kind of item and nearly every place;
/// together those were a twentieth of the wasm module.
pub(crate) fn gathered<C: Default + Extend<I>, I>(items: impl IntoIterator<Item = I>) -> C {
    let mut gathered = C::default();
    gathered.extend(items);
    gathered
}
