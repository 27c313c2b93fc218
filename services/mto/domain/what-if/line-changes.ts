import type { Bus } from '@consulting/kernel/bus';
import { disciplines as allDisciplines, type Discipline } from '../../fields/discipline';
import { type Cell, isSameCell, type Line } from '../../fields/line';
import { commonPosition, fieldsOf, findField, positionOf } from '../../fields/registry';
import type { Project } from '../../neighbours/clients-projects';
import type { CrewRates } from '../../neighbours/crews-rates';
import { figureKeys, isTouchedBy, type TouchedLine } from '../../store/what-if/touched-lines';
import { EditedReferences } from '../bulk/edited-references';
import { LineEditor } from '../bulk/line-editor';
import { RefusedLines } from '../bulk/results';
import type { Updates } from '../bulk/updates';
import { type PartialEvaluator, partialEvaluator } from '../formula/partial';
import { crewKeys, givenBy, type KnownReferences, LineCompletion } from '../line/completion';

export type CrewsOfServices = ReadonlyMap<string, ReadonlyMap<string, CrewRates>>;

/** A change as it fits the disciplines of the lines that it touches. */
export interface FittedChange {
  updates: Updates;
  disciplines: ReadonlySet<Discipline>;
}

export interface Edits {
  project: Project;
  changes: readonly FittedChange[];
  crews: CrewsOfServices;
}

const crewGiven = givenBy(new Set(['crewCode']));
const [crewCodeAt, itemNumberAt] = [commonPosition('crewCode'), commonPosition('itemNumber')];
const rateSourceAt = commonPosition('labourRateSource');
const noCodes: KnownReferences['wbsCodes'] = { has: () => false };
const noCrews: ReadonlyMap<string, CrewRates> = new Map();
/** What decides where, and whether, the figures of a line count. */
const placeKeys = ['status', 'scopeType', 'wbsCode'];

interface DisciplineEdits {
  /** In the order of the changes; null for one that touches no line of the discipline. */
  editors: readonly (LineEditor | null)[];
  completion: LineCompletion;
  evaluator: PartialEvaluator;
  /** Fields that may become others. */
  written: readonly { position: number; type: Parameters<typeof isSameCell>[0] }[];
  positions: readonly number[];
}

export interface ChangedLine {
  discipline: Discipline;
  before: Line;
  after: Line;
}

/** Makes of touched lines what changes, one after the other, and then the rates of crews make of them. */
export class LineChanges {
  readonly refused = new RefusedLines();
  readonly #references: EditedReferences;
  readonly #edits: ReadonlyMap<Discipline, DisciplineEdits>;
  readonly #readsComputed: boolean;

  constructor(
    bus: Bus,
    private readonly of: Edits,
    disciplines: readonly Discipline[],
  ) {
    this.#references = new EditedReferences(bus, of.project.projectId);
    const sources = of.changes.slice(1).flatMap(({ updates }) => sourcesOf(updates));
    this.#readsComputed = sources.some((key) =>
      allDisciplines.some((one) => findField(one, key)?.computed !== undefined),
    );
    this.#edits = new Map(disciplines.map((one) => [one, editsOf(one, of)]));
  }

  /** What is read of the lines of each discipline. */
  get positions(): ReadonlyMap<Discipline, readonly number[]> {
    return new Map([...this.#edits].map(([discipline, { positions }]) => [discipline, positions]));
  }

  /** The lines of a batch that become others. @throws DEPENDENCY_UNAVAILABLE */
  async changed(lines: readonly TouchedLine[]): Promise<ChangedLine[]> {
    const edited = lines.flatMap((line) => {
      const edits = this.#edits.get(line.discipline);
      return edits ? [{ line, edits, after: line.line, isRefused: false }] : [];
    });
    for (const at of this.of.changes.keys()) await this.#change(edited, at);
    return edited.flatMap(({ line, edits, after }) => {
      const done = this.#withCrew(line, edits, after);
      if (done === line.line) return [];
      edits.evaluator.calculate(done);
      const isOther = edits.written.some(
        ({ position, type }) => !isSameCell(type, line.line[position] ?? null, done[position] ?? null),
      );
      return isOther ? [{ discipline: line.discipline, before: line.line, after: done }] : [];
    });
  }

  async #change(edited: Edited[], at: number): Promise<void> {
    const touched = edited.filter(({ line, isRefused }) => !isRefused && isTouchedBy(line.touchedBy, at));
    for (const one of touched) this.#edit(one, at);
    const given = givenBy(this.of.changes[at]?.updates ?? new Set());
    if (given.crew)
      await this.#references.learn(
        touched.map(({ line, after }) => ({
          serviceId: line.serviceId,
          after,
          given: { ...given, wbsCode: false },
        })),
      );
    for (const { line, edits, after } of touched) {
      const { crews } = this.#references.of(line.serviceId);
      edits.completion.apply(after, given, { crews, wbsCodes: noCodes }, matchesUnread());
      if (this.#readsComputed) edits.evaluator.calculate(after);
    }
  }

  #edit(one: Edited, at: number): void {
    const editor = one.edits.editors[at];
    if (!editor) return;
    const { after, faults } = editor.edit(one.after);
    one.after = after;
    if (faults.length === 0) return;
    one.isRefused = true;
    const { id, line } = one.line;
    this.refused.add(
      id,
      line[itemNumberAt] ?? null,
      faults.map((fault) => ({ ...fault, field: `changes[${at}].updates.${fault.field}` })),
    );
  }

  /** The line itself where there is nothing to take over from a crew. */
  #withCrew({ serviceId, line }: TouchedLine, { completion }: DisciplineEdits, after: Line): Line {
    const crews = this.of.crews.get(serviceId) ?? noCrews;
    const code: Cell = after[crewCodeAt] ?? null;
    if (code === null || !crews.has(String(code).toLowerCase()) || after[rateSourceAt] === 'manual')
      return after;
    const done = after === line ? [...after] : after;
    completion.apply(done, crewGiven, { crews, wbsCodes: noCodes }, matchesUnread());
    return done;
  }
}

interface Edited {
  line: TouchedLine;
  edits: DisciplineEdits;
  after: Line;
  isRefused: boolean;
}

/** Whether codes are known to their owners is no value of a line. */
const matchesUnread = () => ({ crewRateMatched: false, wbsMatched: false });

const sourcesOf = ({ operations }: Updates): string[] => [...operations.values()].map(({ source }) => source);

function editsOf(discipline: Discipline, { project, changes, crews }: Edits): DisciplineEdits {
  const own = changes.filter(({ disciplines }) => disciplines.has(discipline));
  const updates = own.map((one) => one.updates);
  const has = (key: string) => findField(discipline, key) !== undefined;
  const at = (keys: readonly string[]) => keys.filter(has).map((key) => positionOf(discipline, key));
  const keys = updates.flatMap((one) => one.keys);
  const takesCrew = crews.size > 0 || updates.some((one) => givenBy(one).crew);
  const changed = new Set(at([...keys, ...(takesCrew ? crewKeys : [])]));
  const sources = at(updates.flatMap(sourcesOf));
  const evaluator = partialEvaluator(discipline, changed, new Set([...at(figureKeys), ...sources]));
  const written = new Set([...changed, ...evaluator.computed, ...(keys.length > 0 ? at(['currency']) : [])]);
  const figures = at(figureKeys).filter((position) => evaluator.computed.has(position));
  const isMoved = placeKeys.some((key) => keys.includes(key));
  const read = [...written, ...evaluator.read, ...sources, ...(isMoved ? at(figureKeys) : figures)];
  const always = [...at(placeKeys), itemNumberAt, crewCodeAt, rateSourceAt];
  const fields = fieldsOf(discipline);
  return {
    editors: changes.map(({ updates, disciplines }) =>
      disciplines.has(discipline) ? new LineEditor(discipline, { project, updates }, []) : null,
    ),
    completion: new LineCompletion(discipline, project.currency),
    evaluator,
    written: [...written].map((position) => ({ position, type: fields[position]?.type })),
    positions: [...new Set([...read, ...always])].sort((a, b) => a - b),
  };
}
