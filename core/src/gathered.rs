/// Pairs as a map, put in one after the other.
///
/// Collecting them would sort them first, with a sorting routine of its own at every place that does so; together
/// those were a twentieth of the wasm module.
pub(crate) fn gathered<M: Default + Extend<P>, P>(pairs: impl IntoIterator<Item = P>) -> M {
    let mut map = M::default();
    map.extend(pairs);
    map
}
