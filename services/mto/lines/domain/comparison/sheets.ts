import { decimal, toNumber, unlessUnavailable } from '@consulting/kernel/schema';
import { askBuildUp, askReportFacts, type BuildUp } from '../../neighbours/clients-projects';
import type { Ctx } from '../context';
import { type Growth, growthOf } from './growth';
import { current } from './sides';

type Item = NonNullable<BuildUp['sheet']>[number];

interface Compared {
  projectId: string;
  serviceId: string;
  from: string;
  to: string;
}

// The current lines go with the sheet of the newest draft. Undefined while the owner of sheets does not answer.
export function compareSheets(ctx: Ctx, { from, to, ...owner }: Compared) {
  return unlessUnavailable(
    Promise.all([itemsOf(ctx, owner, from), itemsOf(ctx, owner, to)]).then(([before, after]) =>
      differencesOf(before, after),
    ),
  );
}

async function itemsOf({ bus }: Ctx, owner: Omit<Compared, 'from' | 'to'>, version: string): Promise<Item[]> {
  const draft =
    version === current ? (await askReportFacts(bus, { ...owner, estimationId: null }))?.version : null;
  const estimationId = version === current ? draft?.estimationId : version;
  const built = estimationId === undefined ? null : await askBuildUp(bus, estimationId, '0');
  return built?.sheet ?? [];
}

const codeOf = ({ code }: Item): string => code.toLowerCase();

function differencesOf(before: readonly Item[], after: readonly Item[]) {
  const earlier = new Map(before.map((item) => [codeOf(item), item]));
  const codes = new Set(after.map(codeOf));
  return {
    added: after.filter((item) => !earlier.has(codeOf(item))).map(serialise),
    removed: before.filter((item) => !codes.has(codeOf(item))).map(serialise),
    changed: after.flatMap((item) => {
      const was = earlier.get(codeOf(item));
      return was === undefined ? [] : changeOf(was, item);
    }),
  };
}

const serialise = ({ code, name, kind, amount }: Item) => ({ code, name, kind, amount: Number(amount) });

const figures = { quantity: 'quantity', unitPrice: 'unitPrice', value: 'percent' } as const;
const texts = ['name', 'kind', 'unit'] as const;

const numberOf = (figure: string | null): number | null =>
  figure === null ? null : toNumber(decimal(figure));

function changeOf(
  was: Item,
  is: Item,
): { code: string; name: string; kind: string; amount: Growth; fields: object }[] {
  const changed = [
    ...texts.map((key) => [key, { before: was[key], after: is[key] }] as const),
    ...Object.entries(figures).map(([of, key]) => {
      const figure = of as keyof typeof figures;
      return [key, { before: numberOf(was[figure]), after: numberOf(is[figure]) }] as const;
    }),
  ].filter(([, { before, after }]) => before !== after);
  const amount = growthOf(decimal(was.amount), decimal(is.amount));
  if (changed.length === 0 && amount.growth === 0) return [];
  return [{ code: is.code, name: is.name, kind: is.kind, amount, fields: Object.fromEntries(changed) }];
}
