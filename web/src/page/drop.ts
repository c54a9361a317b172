import type { Side } from "../protocol.js";
import { need } from "./dom.js";

/** Lets files be dropped anywhere: on a pane for that side, elsewhere for the side that is free. */
export function createDrop(dropped: (files: readonly File[], side: Side | undefined) => void): void {
  const panes = { old: need("#pane-old", HTMLElement), new: need("#pane-new", HTMLElement) };
  const sideOf = (target: EventTarget | null): Side | undefined =>
    (["old", "new"] as const).find((side) => target instanceof Node && panes[side].contains(target));

  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  let depth = 0;
  const mark = (on: boolean, side?: Side) => {
    document.body.classList.toggle("dragging", on);
    for (const name of ["old", "new"] as const) panes[name].classList.toggle("target", on && side === name);
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    mark(true, sideOf(event.target));
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) mark(false);
  });
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(true, sideOf(event.target));
  });
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    mark(false);
    dropped([...(event.dataTransfer?.files ?? [])], sideOf(event.target));
  });
}
