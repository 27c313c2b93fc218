import type { Bus } from '@consulting/kernel/nats';
import type { CrewRates, ImportParameters, KnownReferences } from '@consulting/mto-engine';
import { anyProject, askCrewRates, askSubcontractors, askWbsCodes } from '@consulting/mto-lines';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetSurvey } from '../survey/sheet-survey';

const rememberedMax = 50_000;
const keys = ['crewCode', 'wbsCode', 'subcontractorId'] as const;
type ReferenceKey = (typeof keys)[number];

interface Owner {
  projectId: string;
  serviceId: string;
}

export class ReferenceBook implements KnownReferences {
  readonly crews = new Map<string, CrewRates>();
  readonly wbsCodes = new Set<string>();
  readonly subcontractorIds = new Set<string>();
  readonly #asked: Record<ReferenceKey, Set<string>> = {
    crewCode: new Set(),
    wbsCode: new Set(),
    subcontractorId: new Set(),
  };

  constructor(
    private readonly bus: Bus,
    private readonly owner: Owner,
    private readonly lock: (kind: string, ids: readonly string[]) => Promise<void>,
  ) {}

  learnDefaults({ defaults }: ImportParameters): Promise<void> {
    const texts = keys.map((key) => {
      const value = defaults[key];
      return typeof value === 'string' ? [value] : [];
    });
    return this.#learn(texts);
  }

  async learn(rows: readonly Row[], columns: ReferenceColumns): Promise<void> {
    this.#forgetWhenFull();
    const unknown = columns.map((column, at) => {
      if (column < 0) return [];
      const found = new Set<string>();
      const asked = this.#asked[keys[at] as ReferenceKey];
      for (const { cells } of rows) {
        const text = named(cells[column] ?? null);
        if (text !== '' && !asked.has(text)) found.add(text);
      }
      return [...found];
    });
    if (unknown.some((texts) => texts.length > 0)) await this.#learn(unknown);
  }

  async learnCrews(crewCodes: ReadonlySet<string>): Promise<void> {
    const unknown = [...crewCodes].filter((code) => !this.#asked.crewCode.has(code));
    if (unknown.length > 0) await this.#learn([unknown]);
  }

  async #learn([crewCodes = [], wbsCodes = [], subcontractorIds = []]: readonly string[][]): Promise<void> {
    const { projectId, serviceId } = this.owner;
    if (subcontractorIds.length > 0) await this.lock('subcontractor', subcontractorIds);
    if (wbsCodes.length > 0) await this.lock('wbs', [projectId, anyProject]);
    const [crews, codes, ids] = await Promise.all([
      crewCodes.length > 0 ? askCrewRates(this.bus, serviceId, crewCodes) : [],
      wbsCodes.length > 0 ? askWbsCodes(this.bus, projectId, wbsCodes) : [],
      subcontractorIds.length > 0 ? askSubcontractors(this.bus, projectId, subcontractorIds) : [],
    ]);
    for (const crew of crews) this.crews.set(crew.crewCode.toLowerCase(), crew);
    for (const code of codes) this.wbsCodes.add(code);
    for (const id of ids) this.subcontractorIds.add(id);
    for (const code of crewCodes) this.#asked.crewCode.add(code);
    for (const code of wbsCodes) this.#asked.wbsCode.add(code);
    for (const id of subcontractorIds) this.#asked.subcontractorId.add(id);
  }

  /** A file may name a different code in every row, so the memory must be bounded. */
  #forgetWhenFull(): void {
    const asked = Object.values(this.#asked);
    if (asked.every((set) => set.size < rememberedMax)) return;
    for (const set of [...asked, this.wbsCodes, this.subcontractorIds]) set.clear();
    this.crews.clear();
  }
}

const referenceLengthMax = 60;

function named(cell: CellValue): string {
  const text = textOf(cell);
  return text.length > referenceLengthMax || text.includes('\0') ? '' : text;
}

type ReferenceColumns = readonly number[];

export function referenceColumns(survey: SheetSurvey): ReferenceColumns {
  const [columns] = survey.disciplines.values();
  return keys.map((key) => columns?.fields.find(({ field }) => field.key === key)?.column.index ?? -1);
}
