/// The nearest-rank percentile of sorted measurements: the smallest one that at least `percent` of a hundred
/// do not exceed. `None` without measurements.
pub(super) fn percentile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = sorted.len().checked_mul(percent)?.div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn the_nearest_rank_is_taken() {
        let five = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!((percentile(&five, 50), percentile(&five, 95)), (Some(3.0), Some(5.0)));
        let twenty: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!((percentile(&twenty, 50), percentile(&twenty, 95)), (Some(10.0), Some(19.0)));
        assert_eq!(percentile(&[7.0], 95), Some(7.0));
        assert_eq!(percentile(&[], 95), None);
    }
}
