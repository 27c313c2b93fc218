import type { Bus } from '@consulting/kernel/nats';
import {
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

export class LinePricing {
  readonly refused = new RefusedLines();
  readonly #ofDiscipline: ReadonlyMap<Discipline, DisciplinePrices>;
  readonly #references: EditedReferences;
  readonly #given: GivenByTargets;

  constructor(
    bus: Bus,
    readonly rules: PricingRules,
    project: Project,
    disciplines: readonly Discipline[],
  ) {
    const left = new GroupsLeft();
    this.#ofDiscipline = new Map(disciplines.map((one) => [one, new DisciplinePrices(one, rules, left)]));
    this.#references = new EditedReferences(bus, project.projectId);
    this.#given = new GivenByTargets(rules.targets);
  }

  get disciplines(): readonly DisciplinePrices[] {
    return [...this.#ofDiscipline.values()];
  }

  // Lines that stay as they are, are left out.
  async price<L extends LineToPrice>(lines: readonly L[]): Promise<PricedLine<L>[]> {
    const priced: PricedLine<L>[] = [];
    for (const line of lines) {
      const prices = this.#ofDiscipline.get(line.discipline)?.of(line.line, line.pricing) ?? [];
      if (prices.length > 0) priced.push(this.#price(line, prices));
    }
    if (this.refused.count > 0) return [];
    if (this.#given.areSome)
      await this.#references.learn(
        priced.map(({ of, after, given }) => ({ serviceId: of.serviceId, after, given })),
      );
    return priced;
  }

  #price<L extends LineToPrice>(of: L, prices: readonly TargetPrice[]): PricedLine<L> {
    const after = of.line.slice();
    let isRefused = false;
    for (const { position, value, faults } of prices) {
      after[position] = value;
      if (faults.length > 0) isRefused = true;
    }
    if (isRefused) {
      const faults = prices.flatMap((price) => price.faults);
      this.refused.add(of.id, of.line[itemNumberAt] ?? null, faults);
    }
    return { of, after, given: this.#given.of(prices), prices, known: this.#references.of(of.serviceId) };
  }
}

// What a completion must know of the targets that a line gets, made once for each combination of them.
class GivenByTargets {
  readonly #bits: ReadonlyMap<string, number>;
  readonly #known = new Map([[0, givenBy(new Set())]]);

  constructor(targets: readonly string[]) {
    const further = targets.filter((one) => Object.values(givenBy(new Set([one]))).some(Boolean));
    this.#bits = new Map(further.map((target, at) => [target, 1 << at]));
  }

  get areSome(): boolean {
    return this.#bits.size > 0;
  }

  of(prices: readonly TargetPrice[]): GivenValues {
    let bits = 0;
    if (this.areSome) for (const { target } of prices) bits |= this.#bits.get(target) ?? 0;
    const known = this.#known.get(bits);
    if (known !== undefined) return known;
    const made = givenBy(new Set(prices.map(({ target }) => target)));
    this.#known.set(bits, made);
    return made;
  }
}
