import type { Database } from '@consulting/kernel/postgres';
import {
  type ChangedLine,
  type CrewRates,
  commonPosition,
  editedPositions,
  LineEditor,
  type LockedLine,
  Updates,
} from '@consulting/mto-engine';
import { LineChanges, lockLines } from '../../store/bulk/recalculated-lines';
import { type CrewCodes, listDisciplinesOf, takesRatesOf } from '../../store/rows/references';

const currencyAt = commonPosition('currency');
const crewGiven = new Updates(new Map(), new Map(), new Set(['crewCode']));

export async function takeCrewRates(
  tx: Database,
  codes: CrewCodes,
  crews: ReadonlyMap<string, CrewRates>,
  by: string,
): Promise<void> {
  const disciplines = await listDisciplinesOf(tx, codes);
  if (disciplines.length === 0) return;
  const { read, written } = editedPositions(disciplines, crewGiven);
  const recalculation = new CrewRecalculation(crews, written);
  const changes = new LineChanges(tx, written);
  await changes.open();
  for await (const lines of lockLines(tx, takesRatesOf(codes), read))
    await changes.add(recalculation.changed(lines));
  await changes.store(recalculation.changedPositions, { projectId: codes.projectId, by });
  await changes.close();
}

class CrewRecalculation {
  readonly #editors = new Map<string, LineEditor>();

  constructor(
    private readonly crews: ReadonlyMap<string, CrewRates>,
    private readonly written: readonly number[],
  ) {}

  get changedPositions(): ReadonlySet<number> {
    return new Set([...this.#editors.values()].flatMap(({ changedPositions }) => [...changedPositions]));
  }

  changed(lines: readonly LockedLine[]): ChangedLine[] {
    const known = { crews: this.crews, wbsCodes: new Set<string>() };
    return lines.flatMap((line) => this.#editorOf(line).changed(line, [...line.line], known) ?? []);
  }

  #editorOf({ discipline, line }: LockedLine): LineEditor {
    const currency = String(line[currencyAt]);
    const key = `${discipline} ${currency}`;
    const editor =
      this.#editors.get(key) ??
      new LineEditor(discipline, { project: { currency }, updates: crewGiven }, this.written);
    this.#editors.set(key, editor);
    return editor;
  }
}
