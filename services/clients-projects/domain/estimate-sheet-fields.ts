import { takeoffDisciplines } from '@consulting/kernel/contracts/discipline';
import { sheetItemKinds } from '@consulting/kernel/contracts/estimation';
import { linePartsMax } from '@consulting/kernel/contracts/mto';
import {
  choice,
  dictionary,
  entry,
  isObject,
  list,
  number,
  RecordInput,
  type Report,
  text,
  unread,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import type { SheetItem } from '../store/tables/estimate-sheet';
import { circlesIn, codeKey, costElements } from './estimate-sheet';

type Kind = (typeof sheetItemKinds)[number];

const used = ['value', 'quantity', 'unit', 'unitPrice', 'costType', 'basis'] as const;
type Used = (typeof used)[number];

const ofAmount: Partial<Record<Used, boolean>> = { value: true, costType: false };

// True where the kind needs the key.
const usedBy: Record<Kind, Partial<Record<Used, boolean>>> = {
  direct: { basis: true },
  'lump-sum': ofAmount,
  quantity: { quantity: true, unit: false, unitPrice: true, costType: false },
  percent: { value: true, basis: true, costType: false },
  allowance: ofAmount,
  risk: ofAmount,
  subtotal: { basis: false },
};

const filters = unread({
  type: 'object',
  additionalProperties: true,
  description:
    'Filters as those of a search of takeoff lines; an empty list of `conditions` takes every line that is left.',
});

const basis = entry(
  {
    filters: filters.describe('Lines of a direct item: those that they find and no direct item before took.'),
    items: list(text(40), linePartsMax).describe(
      'Codes of items that a percentage is of, or that a subtotal adds up; a subtotal without them adds up what stands above it.',
    ),
    costElements: list(choice(costElements, 'CostElement'), costElements.length).describe(
      'Cost elements of the items that a percentage is of; default all of them.',
    ),
  },
  { name: 'SheetBasisInput' },
);

export const sheetItemFields = {
  itemId: uuid().describe('Identifier of the item; the server makes one for a new code.'),
  code: text(40).required().describe('Names the item where others are calculated from it; once in a sheet.'),
  name: text(200).required().describe('What the item is.'),
  kind: choice(sheetItemKinds, 'SheetItemKind').required().describe('How the amount is made.'),
  basis: basis.describe('What a direct item, a percentage or a subtotal is made from.'),
  value: number().describe('Amount of a lump sum, allowance or risk; percent of a percentage, up to 1000.'),
  quantity: number().describe('Quantity, for example months.'),
  unit: text(20).describe('Unit of the quantity.'),
  unitPrice: number().describe('Price of one unit, in the currency of the version.'),
  wbsCode: text(50).describe('Code of the work breakdown structure, for information.'),
  costType: choice(costElements, 'CostElement').describe('Cost element that the amount is; default other.'),
  note: text(2000).describe('Where the figure comes from.'),
};

type ItemValues = Values<typeof sheetItemFields>;

const item = entry(sheetItemFields, {
  name: 'SheetItemInput',
  server: ['amount', 'lines'],
  rules: itemRules,
});

function itemRules(one: ItemValues, report: Report): void {
  if (one.kind === null) return;
  const needs = usedBy[one.kind];
  for (const key of used) {
    const isEmpty = one[key] === null;
    if (!isEmpty && !(key in needs))
      report(key, 'TYPE', `must be left out: the kind ${one.kind} does not use it`, { type: 'null' });
    if (isEmpty && needs[key]) report(key, 'REQUIRED', `is required for the kind ${one.kind}`);
  }
  if (one.kind === 'percent' && one.value !== null && Math.abs(one.value) > 1000)
    report('value', 'MAX', 'must be between -1000 and 1000 percent', { max: 1000 });
  if (one.basis !== null) basisRules(one.kind, one.basis, report);
}

function basisRules(kind: Kind, given: NonNullable<ItemValues['basis']>, report: Report): void {
  const allowed: Partial<Record<Kind, string[]>> = {
    direct: ['filters'],
    percent: ['items', 'costElements'],
    subtotal: ['items'],
  };
  for (const [key, value] of Object.entries(given))
    if (value !== null && allowed[kind] && !allowed[kind].includes(key))
      report(`basis.${key}`, 'TYPE', `must be left out: the kind ${kind} does not use it`, { type: 'null' });
  if (kind === 'direct' && !isObject(given.filters))
    report('basis.filters', 'REQUIRED', 'is required for the kind direct');
  if (kind === 'percent' && !given.items?.length)
    report('basis.items', 'REQUIRED', 'is required for the kind percent');
}

const sheetBytesMax = 256 * 1024;

const isDiscipline = (key: string): boolean => (takeoffDisciplines as readonly string[]).includes(key);

const bidSpread = entry(
  {
    method: choice(['proportional', 'weighted'], 'BidSpreadMethod')
      .required()
      .describe('What is not direct is spread in proportion to cost, or to cost times the weight.'),
    weights: dictionary(number({ min: 0, max: 1000 }), isDiscipline, { name: 'BidWeightsInput' }).describe(
      'Weight by discipline; a discipline without one has 1.',
    ),
  },
  {
    name: 'BidSpreadInput',
    rules(spread, report) {
      if (spread.method === 'proportional' && spread.weights !== null)
        report('weights', 'TYPE', 'must be left out of a proportional spread', { type: 'null' });
    },
  },
);

export const sheetFields = {
  items: list(item, linePartsMax, { distinctBy: 'code' })
    .default([])
    .describe('All items in their order; an empty list takes the sheet away.'),
  bidSpread: bidSpread.describe('How the bid is spread over the lines; default in proportion to cost.'),
};

export type SheetValues = Values<typeof sheetFields>;

export function sheetRules({ items: given }: Pick<SheetValues, 'items'>, report: Report): void {
  // A list with faults is none.
  const items = given ?? [];
  const ids = new Set<string | null>();
  const known = new Map<string, number>();
  for (const [at, { code, itemId }] of items.entries()) {
    if (itemId !== null && ids.has(itemId))
      report(`items[${at}].itemId`, 'DUPLICATE', 'occurs more than once');
    ids.add(itemId);
    const key = codeKey(code);
    if (known.has(key) && items[known.get(key) ?? 0]?.code !== code)
      report(`items[${at}].code`, 'DUPLICATE', 'occurs more than once');
    known.set(key, at);
  }
  for (const [at, one] of items.entries())
    for (const [place, code] of (one.basis?.items ?? []).entries())
      if (!known.has(codeKey(code)))
        report(`items[${at}].basis.items[${place}]`, 'REFERENCE', 'is not the code of an item of the sheet');
  if (Buffer.byteLength(JSON.stringify(items)) > sheetBytesMax)
    report('items', 'MAX_LENGTH', `must have at most ${sheetBytesMax} bytes of JSON`, {
      maxLength: sheetBytesMax,
    });
  for (const circle of circlesIn(items as unknown as SheetItem[])) {
    const at = items.findIndex(({ code }) => code === circle[0]);
    const named = [...circle, circle[0]].join(', ');
    report(
      `items[${at}].basis`,
      'REFERENCE',
      `is part of a circle: ${named} are each calculated from the next`,
    );
  }
}

// An item keeps its identifier by its code when the body has none.
export function withIds(items: SheetValues['items'], before: readonly SheetItem[]): SheetItem[] {
  const idOf = new Map(before.map(({ code, itemId }) => [codeKey(code), itemId]));
  return items.map((item) => ({
    ...item,
    itemId: item.itemId ?? idOf.get(codeKey(item.code)) ?? crypto.randomUUID(),
  })) as SheetItem[];
}

export const sheetInput = new RecordInput(
  {
    ...sheetFields,
    templateId: uuid().describe(
      'Template of the client of the project; without items in the same request its items are copied.',
    ),
  },
  {
    name: 'EstimateSheet',
    server: ['estimationId', 'projectId', 'status', 'currency', 'otherDirect', 'directAmount', 'sheetAmount'],
    rules: sheetRules,
  },
);
