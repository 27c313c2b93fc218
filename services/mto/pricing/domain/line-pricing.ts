import type { Bus } from '@consulting/kernel/nats';
import type { Fault } from '@consulting/kernel/schema';
import {
  acceptorOf,
  type Cell,
  commonPosition,
  type Discipline,
  DisciplinePrices,
  type GivenValues,
  GroupsLeft,
  givenBy,
  type KnownReferences,
  type Line,
  type PricingRules,
  RefusedLines,
  type StoredPricing,
  type TargetPrice,
} from '@consulting/mto-engine';
import { EditedReferences, type Project } from '@consulting/mto-lines';

const itemNumberAt = commonPosition('itemNumber');
const givenNothing = givenBy(new Set());

export interface LineToPrice {
  id: string;
  serviceId: string;
  discipline: Discipline;
  line: Line;
  pricing: StoredPricing | null;
}

// A line with its prices, neither completed nor calculated.
export interface PricedLine<L extends LineToPrice> {
  of: L;
  after: Line;
  given: GivenValues;
  prices: readonly TargetPrice[];
  known: KnownReferences;
}

type Accept = ReturnType<typeof acceptorOf>;

class DisciplinePricing {
  readonly prices: DisciplinePrices;
  readonly accepts: ReadonlyMap<string, Accept>;

  constructor(discipline: Discipline, rules: PricingRules, project: Project, left: GroupsLeft) {
    this.prices = new DisciplinePrices(discipline, rules, left);
    this.accepts = new Map(
      this.prices.coverage.map(({ table }) => [table.target, acceptorOf(table.field, project)]),
    );
  }
}

export class LinePricing {
  readonly refused = new RefusedLines();
  readonly #ofDiscipline: ReadonlyMap<Discipline, DisciplinePricing>;
  readonly #references: EditedReferences;
  readonly #areFurtherGiven: boolean;

  constructor(
    bus: Bus,
    readonly rules: PricingRules,
    project: Project,
    disciplines: readonly Discipline[],
  ) {
    const left = new GroupsLeft();
    this.#ofDiscipline = new Map(
      disciplines.map((one) => [one, new DisciplinePricing(one, rules, project, left)]),
    );
    this.#references = new EditedReferences(bus, project.projectId);
    this.#areFurtherGiven = Object.values(givenBy(new Set(rules.targets))).some(Boolean);
  }

  get disciplines(): readonly DisciplinePrices[] {
    return [...this.#ofDiscipline.values()].map(({ prices }) => prices);
  }

  // Lines that stay as they are, are left out.
  async price<L extends LineToPrice>(lines: readonly L[]): Promise<PricedLine<L>[]> {
    const priced = lines.flatMap((line) => this.#price(line) ?? []);
    if (this.refused.count > 0) return [];
    if (this.#areFurtherGiven)
      await this.#references.learn(
        priced.map(({ of, after, given }) => ({ serviceId: of.serviceId, after, given })),
      );
    return priced;
  }

  #price<L extends LineToPrice>(of: L): PricedLine<L> | null {
    const own = this.#ofDiscipline.get(of.discipline);
    if (own === undefined) return null;
    const { line, pricing } = of;
    const prices = own.prices.of(line, pricing).filter((price) => own.prices.isOther(price, line, pricing));
    if (prices.length === 0) return null;
    const after = [...line];
    const faults: Fault[] = [];
    for (const { target, position, value } of prices) {
      const accepted = own.accepts.get(target)?.(value, target, { faults });
      after[position] = (accepted as Cell) ?? null;
    }
    if (faults.length > 0) this.refused.add(of.id, line[itemNumberAt] ?? null, faults);
    const given = this.#areFurtherGiven ? givenBy(new Set(prices.map(({ target }) => target))) : givenNothing;
    return { of, after, given, prices, known: this.#references.of(of.serviceId) };
  }
}
