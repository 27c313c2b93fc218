import type { Ctx } from '../../context';
import type { Discipline } from '../../fields/discipline';
import type { Line } from '../../fields/line';
import { commonPosition } from '../../fields/registry';
import { LineChanges, type LockedLine, lockSelected } from '../../store/bulk/recalculated-lines';
import { idsListed } from '../../store/bulk/selected-lines';
import { EditedReferences } from './edited-references';
import { editedPositions, LineEditor } from './line-editor';
import { RefusedLines } from './results';
import type { CheckedEdit, EditOutcome } from './updates';

const itemNumberAt = commonPosition('itemNumber');

/** @throws RESULT_INVALID, DEPENDENCY_UNAVAILABLE */
export async function recalculateSelected(ctx: Ctx, edit: CheckedEdit): Promise<EditOutcome> {
  const { project, selection, groups, updates } = edit;
  const disciplines = [...new Set(groups.map(({ discipline }) => discipline))];
  const { read, written } = editedPositions(disciplines, updates);
  const editors = new Map(disciplines.map((one) => [one, new LineEditor(one, edit, written)]));
  const editing = new Editing(editors, new EditedReferences(ctx.bus, project.projectId));
  const changes = new LineChanges(ctx.db, written);
  await changes.open();
  const ids: string[] = [];
  let matched = 0;
  for await (const lines of lockSelected(ctx.db, selection, groups, read)) {
    matched += lines.length;
    for (const { id } of lines) if (ids.length < idsListed) ids.push(id);
    await changes.add(await editing.changed(lines));
  }
  editing.refused.refuse();
  const changed = new Set([...editors.values()].flatMap(({ changedPositions }) => [...changedPositions]));
  const updated = await changes.store(changed, { projectId: project.projectId, by: ctx.caller.name });
  return { matched, updated, ids };
}

class Editing {
  readonly refused = new RefusedLines();

  constructor(
    private readonly editors: ReadonlyMap<Discipline, LineEditor>,
    private readonly references: EditedReferences,
  ) {}

  /** The lines of a batch that become others; none when lines are refused, since nothing is stored then. */
  async changed(lines: readonly LockedLine[]) {
    const edited = lines.flatMap((line) => this.#edited(line) ?? []);
    if (this.refused.count > 0) return [];
    await this.references.learn(
      edited.map(({ line, after, editor }) => ({ serviceId: line.serviceId, after, given: editor.given })),
    );
    return edited.flatMap(({ line, after, editor }) => {
      return editor.changed(line, after, this.references.of(line.serviceId)) ?? [];
    });
  }

  #edited(line: LockedLine): { line: LockedLine; after: Line; editor: LineEditor } | null {
    const editor = this.editors.get(line.discipline);
    if (editor === undefined) return null;
    const { after, faults } = editor.edit(line.line);
    if (faults.length > 0) this.refused.add(line.id, line.line[itemNumberAt] ?? null, faults);
    return { line, after, editor };
  }
}
