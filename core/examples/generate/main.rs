//! Writes what is derived from the Rust types and the registry: schemas, TypeScript types, the rule book and the
//! configuration page. Run by `make generate`, from the root of the repository.

mod change_rows;
mod configuration;
mod page;
mod rules;
mod schemas;
mod told;
mod typescript;

use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let [report, servers, config, lockfile, contract, pins] = schemas::all();
    write("schemas/report.v1.schema.json", &schemas::text(&report))?;
    write("schemas/servers.v1.schema.json", &schemas::text(&servers))?;
    write("schemas/config.v1.schema.json", &schemas::text(&config))?;
    write("schemas/lockfile.v2.schema.json", &schemas::text(&lockfile))?;
    write("schemas/contract.v1.schema.json", &schemas::text(&contract))?;
    write("schemas/pins.v1.schema.json", &schemas::text(&pins))?;
    write("npm/src/generated/report.ts", &typescript::module(&servers))?;
    write("npm/src/generated/config.ts", &typescript::module(&config))?;
    write("npm/src/generated/lockfile.ts", &typescript::module(&lockfile))?;
    write("npm/src/generated/rules.ts", &typescript::rules())?;
    write("docs/rules.md", &rules::page()?)?;
    write("docs/configuration.md", &configuration::page(&config))
}

fn write(path: &str, text: &str) -> io::Result<()> {
    let path = Path::new(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
