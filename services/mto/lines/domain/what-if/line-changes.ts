import type { Bus } from '@consulting/kernel/nats';
import { invalid } from '@consulting/kernel/schema';
import {
  disciplines as allDisciplines,
  type Cell,
  type CrewRates,
  commonPosition,
  crewKeys,
  type Discipline,
  fieldsOf,
  findField,
  type GivenUpdates,
  givenBy,
  isSameCell,
  type KnownReferences,
  type Line,
  LineCompletion,
  LineEditor,
  type PartialEvaluator,
  partialEvaluator,
  positionOf,
  RefusedLines,
  type Updates,
  updatesFor,
} from '@consulting/mto-engine';
import type { Project } from '../../neighbours/clients-projects';
import type { Criteria } from '../../store/search/matching';
import type { EditedLine } from '../../store/what-if/edited-lines';
import { figureKeys, isTouchedBy, type TouchedLine } from '../../store/what-if/touched-lines';
import { EditedReferences } from '../bulk/edited-references';

export type CrewsOfServices = ReadonlyMap<string, ReadonlyMap<string, CrewRates>>;

export interface FittedChange {
  criteria: Criteria | null;
  given: GivenUpdates;
  updates: Updates;
  disciplines: ReadonlySet<Discipline>;
}

export interface Edits {
  project: Project;
  changes: readonly FittedChange[];
  crews: CrewsOfServices;
}

export type FindMeeting = (criteria: Criteria, lines: readonly EditedLine[]) => Promise<ReadonlySet<string>>;

const crewGiven = givenBy(new Set(['crewCode']));
const [crewCodeAt, itemNumberAt] = [commonPosition('crewCode'), commonPosition('itemNumber')];
const rateSourceAt = commonPosition('labourRateSource');
const noCodes: KnownReferences['wbsCodes'] = { has: () => false };
const noCrews: ReadonlyMap<string, CrewRates> = new Map();
const placeKeys = ['status', 'scopeType', 'wbsCode'];

interface DisciplineEdits {
  editors: readonly (LineEditor | null)[];
  completion: LineCompletion;
  evaluator: PartialEvaluator;
  written: readonly { position: number; type: Parameters<typeof isSameCell>[0] }[];
  positions: readonly number[];
  selectsAgain: readonly boolean[];
}

export interface ChangedLine {
  discipline: Discipline;
  before: Line;
  after: Line;
}

export class LineChanges {
  readonly refused = new RefusedLines();
  readonly #references: EditedReferences;
  readonly #edits: ReadonlyMap<Discipline, DisciplineEdits>;
  readonly #readsComputed: boolean;

  constructor(
    bus: Bus,
    private readonly of: Edits,
    disciplines: readonly Discipline[],
    private readonly findMeeting: FindMeeting,
  ) {
    this.#references = new EditedReferences(bus, of.project.projectId);
    const read = of.changes
      .slice(1)
      .flatMap(({ updates, criteria }) => [...sourcesOf(updates), ...keysOf(criteria)]);
    this.#readsComputed = read.some((key) =>
      allDisciplines.some((one) => findField(one, key)?.computed !== undefined),
    );
    this.#edits = new Map(disciplines.map((one) => [one, editsOf(one, of)]));
  }

  get positions(): ReadonlyMap<Discipline, readonly number[]> {
    return new Map([...this.#edits].map(([discipline, { positions }]) => [discipline, positions]));
  }

  async changed(lines: readonly TouchedLine[]): Promise<ChangedLine[]> {
    const edited = lines.flatMap((line) => {
      const edits = this.#edits.get(line.discipline);
      return edits ? [{ line, edits, former: line.line, after: line.line, isRefused: false }] : [];
    });
    for (const at of this.of.changes.keys()) await this.#change(edited, at);
    return edited.flatMap(({ line, edits, after }) => {
      const done = this.#withCrew(line, edits, after);
      if (done === line.line) return [];
      edits.evaluator.calculate(done);
      return isOther(edits, line.line, done)
        ? [{ discipline: line.discipline, before: line.line, after: done }]
        : [];
    });
  }

  async #change(edited: Edited[], at: number): Promise<void> {
    const touched = await this.#selected(edited, at);
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
    for (const { line, edits, former, after } of touched) {
      const { crews } = this.#references.of(line.serviceId);
      edits.completion.apply(after, given, { crews, wbsCodes: noCodes }, matchesUnread(), former);
      if (this.#readsComputed) edits.evaluator.calculate(after);
    }
  }

  async #selected(edited: readonly Edited[], at: number): Promise<Edited[]> {
    const open = edited.filter(({ isRefused }) => !isRefused);
    const criteria = this.of.changes[at]?.criteria ?? null;
    const others = new Set(
      open.filter(({ edits, line, after }) => edits.selectsAgain[at] && isOther(edits, line.line, after)),
    );
    const met =
      criteria && others.size > 0 ? await this.findMeeting(criteria, [...others].map(asEdited)) : null;
    return open.filter((one) =>
      met && others.has(one) ? met.has(one.line.id) : isTouchedBy(one.line.touchedBy, at),
    );
  }

  #edit(one: Edited, at: number): void {
    const editor = one.edits.editors[at];
    if (!editor) throw this.#misfit(one.line.discipline, at);
    const { after, faults } = editor.edit(one.after);
    one.former = one.after;
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

  #misfit(discipline: Discipline, at: number) {
    const { faults } = updatesFor(this.of.changes[at]?.given ?? new Map(), [discipline]);
    return invalid(faults.map((fault) => ({ ...fault, field: `changes[${at}].${fault.field}` })));
  }

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
  former: Line;
  after: Line;
  isRefused: boolean;
}

const matchesUnread = () => ({ crewRateMatched: false, wbsMatched: false });

function isOther({ written }: DisciplineEdits, before: Line, after: Line): boolean {
  if (before === after) return false;
  return written.some(
    ({ position, type }) => !isSameCell(type, before[position] ?? null, after[position] ?? null),
  );
}

const asEdited = ({ line: { id, discipline }, after, edits }: Edited): EditedLine => ({
  id,
  discipline,
  values: after,
  positions: edits.written.map(({ position }) => position),
});

const keysOf = (criteria: Criteria | null): string[] =>
  (criteria?.conditions ?? []).flatMap((one) => ('conditions' in one ? keysOf(one) : one.field.key));

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
  const figures = at(figureKeys);
  const compared = at(changes.slice(1).flatMap(({ criteria }) => keysOf(criteria)));
  const evaluator = partialEvaluator(discipline, changed, new Set([...figures, ...compared, ...sources]));
  const computed = [...figures, ...compared].filter((position) => evaluator.computed.has(position));
  const written = new Set([...changed, ...computed]);
  const isMoved = placeKeys.some((key) => keys.includes(key));
  const read = [...written, ...evaluator.read, ...sources, ...(isMoved ? figures : []), ...at(placeKeys)];
  const ofCrew = takesCrew ? at(crewKeys) : [];
  const ofRefused = updates.some(({ operations }) => operations.size > 0) ? [itemNumberAt] : [];
  const fields = fieldsOf(discipline);
  const writtenKeys = new Set([...written].map((position) => fields[position]?.key));
  return {
    editors: changes.map(({ updates, disciplines }) =>
      disciplines.has(discipline) ? new LineEditor(discipline, { project, updates }, []) : null,
    ),
    completion: new LineCompletion(discipline, project.currency),
    evaluator,
    written: [...written].map((position) => ({ position, type: fields[position]?.type })),
    positions: [...new Set([...read, ...ofCrew, ...ofRefused])].sort((a, b) => a - b),
    selectsAgain: changes.map(({ criteria }) =>
      keysOf(criteria).some((key) => key === 'updatedAt' || writtenKeys.has(key)),
    ),
  };
}
