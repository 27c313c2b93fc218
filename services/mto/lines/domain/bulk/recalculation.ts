import {
  type ChangedLine,
  commonPosition,
  type Discipline,
  editedPositions,
  type Line,
  LineEditor,
  type LockedLine,
  RefusedLines,
  type Updates,
} from '@consulting/mto-engine';
import type { Project } from '../../neighbours/clients-projects';
import { LineChanges, lockSelected, readSelected } from '../../store/bulk/recalculated-lines';
import { idsListed, type SelectedGroup, type Selection } from '../../store/bulk/selected-lines';
import type { Ctx } from '../context';
import { EditedReferences } from './edited-references';

export interface CheckedEdit {
  project: Project;
  selection: Selection;
  groups: readonly SelectedGroup[];
  updates: Updates;
}

export interface EditOutcome {
  matched: number;
  updated: number;
  ids: string[];
}

const itemNumberAt = commonPosition('itemNumber');

export async function recalculateSelected(ctx: Ctx, edit: CheckedEdit): Promise<EditOutcome> {
  const { project, selection, groups } = edit;
  const editing = new Editing(ctx, edit);
  const changes = new LineChanges(ctx.db, editing.written);
  await changes.open();
  const counts = await editing.apply(lockSelected(ctx.db, selection, groups, editing.read), (changed) =>
    changes.add(changed),
  );
  const author = { projectId: project.projectId, by: ctx.caller.name };
  return { ...counts, updated: await changes.store(editing.changedPositions, author) };
}

export async function trySelected(ctx: Ctx, edit: CheckedEdit): Promise<EditOutcome> {
  const editing = new Editing(ctx, edit);
  let updated = 0;
  const lines = readSelected(ctx.db, edit.selection, edit.groups, editing.read);
  const counts = await editing.apply(lines, async (changed) => {
    updated += changed.length;
  });
  return { ...counts, updated };
}

export class Editing {
  readonly read: readonly number[];
  readonly written: readonly number[];
  readonly #refused = new RefusedLines();
  readonly #editors: ReadonlyMap<Discipline, LineEditor>;
  readonly #references: EditedReferences;

  constructor({ bus }: Pick<Ctx, 'bus'>, edit: CheckedEdit) {
    const disciplines = [...new Set(edit.groups.map(({ discipline }) => discipline))];
    const { read, written } = editedPositions(disciplines, edit.updates);
    this.read = read;
    this.written = written;
    this.#editors = new Map(disciplines.map((one) => [one, new LineEditor(one, edit, written)]));
    this.#references = new EditedReferences(bus, edit.project.projectId);
  }

  get changedPositions(): ReadonlySet<number> {
    return new Set([...this.#editors.values()].flatMap(({ changedPositions }) => [...changedPositions]));
  }

  async apply(
    batches: AsyncIterable<LockedLine[]>,
    take: (changed: readonly ChangedLine[]) => Promise<void>,
  ): Promise<Pick<EditOutcome, 'matched' | 'ids'>> {
    const ids: string[] = [];
    let matched = 0;
    for await (const lines of batches) {
      matched += lines.length;
      for (const { id } of lines) if (ids.length < idsListed) ids.push(id);
      await take((await this.edited(lines)).flatMap(({ changed }) => changed ?? []));
    }
    this.#refused.refuse();
    return { matched, ids };
  }

  async edited(lines: readonly LockedLine[]) {
    const edited = lines.flatMap((line) => this.#edited(line) ?? []);
    if (this.#refused.count > 0) return [];
    await this.#references.learn(
      edited.map(({ line, after, editor }) => ({ serviceId: line.serviceId, after, given: editor.given })),
    );
    return edited.map(({ line, after, editor }) => ({
      id: line.id,
      after,
      changed: editor.changed(line, after, this.#references.of(line.serviceId)),
    }));
  }

  #edited(line: LockedLine): { line: LockedLine; after: Line; editor: LineEditor } | null {
    const editor = this.#editors.get(line.discipline);
    if (editor === undefined) return null;
    const { after, faults } = editor.edit(line.line);
    if (faults.length > 0) this.#refused.add(line.id, line.line[itemNumberAt] ?? null, faults);
    return { line, after, editor };
  }
}
