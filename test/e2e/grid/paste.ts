import { type Api, type Changes, type Field, Refusal } from './api';
import type { Cell, Grid } from './grid';
import type { Lines } from './lines';

/** Writes tab-separated text into the lines from a cell on, all or none; how many cells that are. */
export async function paste(
  text: string,
  { row, column }: Cell,
  { api, grid, lines, columns }: { api: Api; grid: Grid; lines: Lines; columns: readonly Field[] },
): Promise<number> {
  const cells = text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((one) => one.replace('\r', '').split('\t'));
  const rows = cells.slice(0, lines.total - row);
  await lines.load(row, row + rows.length);
  const items = rows.flatMap((values, at) => {
    const line = lines.at(row + at);
    return line
      ? [{ mtoId: line.id, version: line.version, ...changesOf(values, columns.slice(column)) }]
      : [];
  });
  grid.marks.clear();
  try {
    const changed = await api.change(items);
    lines.replace(changed);
    for (const { id } of changed) grid.marks.set(id, 'pasted');
    return rows.flat().length;
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) {
      const { ids = [] } = error.problem;
      await lines.refresh(ids);
      for (const id of ids) grid.marks.set(id, 'moved');
    }
    throw error;
  } finally {
    grid.render();
  }
}

/** What was pasted, by column; calculated columns are passed over. */
const changesOf = (values: readonly string[], columns: readonly Field[]): Changes =>
  Object.fromEntries(
    columns
      .slice(0, values.length)
      .flatMap((field, at) => (field.computed ? [] : [[field.key, valueOf(values[at] ?? '', field)]])),
  );

/** A value as JSON has it; what is no number goes as it is, and the service says what is wrong with it. */
export function valueOf(text: string, { type }: Field): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed.replaceAll(',', ''));
  return (type === 'number' || type === 'integer') && !Number.isNaN(number) ? number : trimmed;
}
