use super::request::ConfigFile;
use crate::report::ResultRow;

/// Gives results about the config their place in its file.
pub(super) fn placed(mut rows: Vec<ResultRow>, file: Option<&ConfigFile>) -> Vec<ResultRow> {
    let Some(file) = file else { return rows };
    for row in &mut rows {
        let Some(pointer) = &row.config_pointer else { continue };
        let mut at = pointer.as_str();
        // A place that the host does not know is near the one it lies in.
        let found = loop {
            match (file.places.get(at), at.rsplit_once('/')) {
                (Some(place), _) => break Some(*place),
                (None, Some((above, _))) => at = above,
                (None, None) => break None,
            }
        };
        if let Some(place) = found {
            row.location = Some(format!("{}:{}:{}", file.name, place.line, place.column));
            row.config_place = Some(place);
        }
    }
    rows
}
