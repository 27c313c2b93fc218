import type { Bus } from '@consulting/kernel/nats';
import {
  type CrewRates,
  commonPosition,
  crewsByCode,
  type GivenValues,
  type KnownReferences,
  type Line,
} from '@consulting/mto-engine';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';

const crewCodeAt = commonPosition('crewCode');
const wbsCodeAt = commonPosition('wbsCode');

const codesStoredMax = 50_000;

interface EditedLine {
  serviceId: string;
  after: Line;
  given: GivenValues;
}

const codesOf = (lines: readonly EditedLine[], position: number): string[] =>
  lines.flatMap(({ after }) => {
    const code = after[position] ?? null;
    return code === null ? [] : [String(code)];
  });

class Answers<T> {
  readonly found = new Map<string, T>();
  readonly #asked = new Set<string>();

  async learn(codes: readonly string[], ask: (unknown: string[]) => Promise<[string, T][]>): Promise<void> {
    if (this.#asked.size > codesStoredMax) {
      this.#asked.clear();
      this.found.clear();
    }
    const unknown = [...new Set(codes)].filter((code) => !this.#asked.has(code));
    if (unknown.length === 0) return;
    for (const [code, answer] of await ask(unknown)) this.found.set(code, answer);
    for (const code of unknown) this.#asked.add(code);
  }
}

export class EditedReferences {
  readonly #crews = new Map<string, Answers<CrewRates>>();
  readonly #wbsCodes = new Answers<true>();

  constructor(
    private readonly bus: Bus,
    private readonly projectId: string,
  ) {}

  of(serviceId: string): KnownReferences {
    return { crews: this.#crewsOf(serviceId).found, wbsCodes: this.#wbsCodes.found };
  }

  async learn(lines: readonly EditedLine[]): Promise<void> {
    const withCrews = lines.filter(({ given }) => given.crew);
    const ofServices = [...Map.groupBy(withCrews, ({ serviceId }) => serviceId)];
    const withCodes = lines.filter(({ given }) => given.wbsCode);
    await Promise.all([
      this.#learnWbsCodes(codesOf(withCodes, wbsCodeAt)),
      ...ofServices.map(([serviceId, own]) => this.#learnCrews(serviceId, codesOf(own, crewCodeAt))),
    ]);
  }

  #crewsOf(serviceId: string): Answers<CrewRates> {
    const known = this.#crews.get(serviceId) ?? new Answers<CrewRates>();
    this.#crews.set(serviceId, known);
    return known;
  }

  #learnCrews(serviceId: string, crewCodes: readonly string[]): Promise<void> {
    return this.#crewsOf(serviceId).learn(crewCodes, async (unknown) => [
      ...crewsByCode(await askCrewRates(this.bus, serviceId, unknown)),
    ]);
  }

  #learnWbsCodes(wbsCodes: readonly string[]): Promise<void> {
    return this.#wbsCodes.learn(wbsCodes, async (unknown) =>
      [...(await askWbsCodes(this.bus, this.projectId, unknown))].map((code) => [code, true]),
    );
  }
}
