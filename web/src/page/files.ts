import { MAX_TEXT } from "./pane.js";

/** A file that was dropped or chosen, as text. */
export interface Opened {
  readonly name: string;
  readonly size: number;
  /** Absent when the file is too large to be read here. */
  readonly text?: string;
}

export async function open(file: File): Promise<Opened> {
  const { name, size } = file;
  return size > MAX_TEXT ? { name, size } : { name, size, text: await file.text() };
}

/** Which of two files is the older contract: by what their names say, else by when they were written. */
export function inOrder(files: readonly [File, File]): readonly [File, File] {
  const [a, b] = files;
  const byName = age(a.name) - age(b.name) || a.name.localeCompare(b.name, "en", { numeric: true });
  return byName <= 0 ? [a, b] : [b, a];
}

function age(name: string): number {
  if (/\b(old|before|base|baseline|prev|previous|from)\b|\.lock\.json$/i.test(name)) return -1;
  return /\b(new|after|head|next|current|to)\b/i.test(name) ? 1 : 0;
}
