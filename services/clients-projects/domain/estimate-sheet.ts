import type { LinePart } from '@consulting/kernel/contracts/mto';
import { type Decimal, decimal, round, type Static, sum, toNumber, zero } from '@consulting/kernel/schema';
import type { SheetFigures, SheetItem } from '../store/tables/estimate-sheet';

export const costElements = ['labour', 'material', 'freight', 'equipment', 'subcontract', 'other'] as const;

export type CostElement = (typeof costElements)[number];

type Amounts = Record<CostElement, Decimal>;
type Part = Static<typeof LinePart>;

interface Amount {
  amount: Decimal;
  elements: Amounts;
}

const cents = (value: Decimal): Decimal => round(value, 2);

const noAmounts: Amounts = {
  labour: zero,
  material: zero,
  freight: zero,
  equipment: zero,
  subcontract: zero,
  other: zero,
};

const nothing: Part = {
  lines: 0,
  labourCost: '0',
  materialCost: '0',
  freightCost: '0',
  equipmentCost: '0',
  subcontractCost: '0',
  totalCost: '0',
};

export const codeKey = (code: string): string => code.toLowerCase();

export const isDirect = ({ kind }: Pick<SheetItem, 'kind'>): boolean => kind === 'direct';

const isSubtotal = ({ kind }: SheetItem): boolean => kind === 'subtotal';

// A subtotal without items adds up what stands above it.
export function referencesOf(item: SheetItem, at: number, items: readonly SheetItem[]): readonly number[] {
  const named = item.basis?.items;
  if (named?.length) {
    const wanted = new Set(named.map(codeKey));
    return items.flatMap(({ code }, place) => (wanted.has(codeKey(code)) ? place : []));
  }
  if (!isSubtotal(item)) return [];
  return items.slice(0, at).flatMap((one, place) => (isSubtotal(one) ? [] : place));
}

const circlesMax = 20;

export function circlesIn(items: readonly SheetItem[]): string[][] {
  const circles: string[][] = [];
  const done = new Set<number>();
  const path = new Set<number>();
  const visit = (at: number): void => {
    if (path.has(at)) {
      const places = [...path];
      const round = places.slice(places.indexOf(at));
      if (circles.length < circlesMax) circles.push(round.flatMap((place) => items[place]?.code ?? []));
      return;
    }
    const item = items[at];
    if (done.has(at) || !item) return;
    path.add(at);
    for (const next of referencesOf(item, at, items)) visit(next);
    path.delete(at);
    done.add(at);
  };
  for (const at of items.keys()) visit(at);
  return circles;
}

// Each amount is rounded to the cent before another uses it, and subtotals count nowhere (estimating.md 26). `parts` are the sums of the
// lines that each direct item takes, in their order; there must be no circle.
export function sheetFigures(
  items: readonly SheetItem[],
  parts: readonly Part[],
  lines: { itemCount: number; totalCost: string },
): SheetFigures {
  const partOf = new Map(items.filter(isDirect).map(({ code }, at) => [code, parts[at] ?? nothing]));
  const known = new Map<number, Amount>();
  const amountAt = (at: number): Amount => {
    const found = known.get(at);
    if (found) return found;
    const item = items[at] as SheetItem;
    const others = referencesOf(item, at, items).map(amountAt);
    const made = amountOf(item, partOf.get(item.code) ?? nothing, others);
    known.set(at, made);
    return made;
  };
  const amounts = items.map((_, at) => amountAt(at).amount);
  const added = amounts.filter(
    (_, at) => !isDirect(items[at] as SheetItem) && !isSubtotal(items[at] as SheetItem),
  );
  const taken = [...partOf.values()];
  return {
    amounts: amounts.map((amount) => toNumber(amount)),
    lines: items.map((item) => (isDirect(item) ? (partOf.get(item.code)?.lines ?? 0) : null)),
    otherDirect: {
      lines: lines.itemCount - taken.reduce((count, part) => count + part.lines, 0),
      amount: toNumber(decimal(lines.totalCost).minus(sum(taken.map((part) => part.totalCost)))),
    },
    sheetAmount: sum(added).toFixed(),
  };
}

function amountOf(item: SheetItem, part: Part, others: readonly Amount[]): Amount {
  const { kind, basis, value, quantity, unitPrice, costType } = item;
  const own = (amount: Decimal): Amount => ({
    amount,
    elements: { ...noAmounts, [costType ?? 'other']: amount },
  });
  switch (kind) {
    case 'direct':
      return ofLines(part);
    case 'subtotal':
      return { amount: sum(others.map(({ amount }) => amount)), elements: addedUp(others) };
    case 'quantity':
      return own(cents(decimal(quantity ?? 0).times(unitPrice ?? 0)));
    case 'percent': {
      const base = sum(others.map((one) => baseIn(one, basis?.costElements)));
      return own(cents(base.times(value ?? 0).div(100)));
    }
    default:
      return own(cents(decimal(value ?? 0)));
  }
}

const baseIn = ({ amount, elements }: Amount, chosen: readonly string[] | null | undefined): Decimal =>
  chosen ? sum(costElements.filter((key) => chosen.includes(key)).map((key) => elements[key])) : amount;

function ofLines(part: Part): Amount {
  const amount = cents(decimal(part.totalCost));
  const named = {
    labour: cents(decimal(part.labourCost)),
    material: cents(decimal(part.materialCost)),
    freight: cents(decimal(part.freightCost)),
    equipment: cents(decimal(part.equipmentCost)),
    subcontract: cents(decimal(part.subcontractCost)),
  };
  return { amount, elements: { ...named, other: amount.minus(sum(Object.values(named))) } };
}

const addedUp = (others: readonly Amount[]): Amounts =>
  Object.fromEntries(
    costElements.map((key) => [key, sum(others.map(({ elements }) => elements[key]))]),
  ) as Amounts;
