import { maturities } from '@consulting/kernel/contracts/estimation';
import { requireVersion } from '@consulting/kernel/process';
import { changed, choice, entry, isEmpty, list, RecordInput, type Values } from '@consulting/kernel/schema';
import type { ServiceRow } from '../store/service';
import * as store from '../store/service';
import type { Ctx } from './context';
import data from './deliverables.json';
import { lockOpenService, requireEstimationService } from './estimation-version';
import { requireService, type ServiceRef } from './service-record';

type Key = keyof typeof data.deliverables;
type Maturity = (typeof maturities)[number];

export interface Deliverable {
  key: string;
  maturity: Maturity;
}

export const deliverableKeys = Object.keys(data.deliverables) as Key[];

const deliverable = entry(
  {
    key: choice(deliverableKeys, 'DeliverableKey').required().describe('What the estimate is made from.'),
    maturity: choice(maturities, 'Maturity').describe(
      'How far it is; null where the service does not list it.',
    ),
  },
  { name: 'DeliverableInput', server: ['supports', 'isRequired'] },
);

export const estimateClassInput = new RecordInput(
  {
    deliverables: list(deliverable, deliverableKeys.length, { distinctBy: 'key' })
      .default([])
      .describe('Deliverables with their maturity; an update replaces the whole list.'),
  },
  { name: 'EstimateClass', server: ['serviceId', 'projectId', 'supports', 'limitedBy'] },
);

// A class of a higher number is a rougher one, so the lowest class has the highest number; null is below all of them.
const rank = (supports: string | null) => (supports === null ? 6 : Number(supports));

export function classSupported(listed: readonly Deliverable[]) {
  const maturityOf = new Map(listed.map(({ key, maturity }) => [key, maturity]));
  const deliverables = deliverableKeys.map((key) => {
    const { isRequired, supports } = data.deliverables[key];
    const maturity = maturityOf.get(key) ?? null;
    return { key, maturity, isRequired, supports: supports[maturity ?? 'none'] };
  });
  const counted = deliverables.filter(({ isRequired, maturity }) => isRequired || maturity !== null);
  const lowest = Math.max(...counted.map(({ supports }) => rank(supports)));
  return {
    supports: lowest > 5 ? null : String(lowest),
    limitedBy: counted.filter(({ supports }) => rank(supports) === lowest).map(({ key }) => key),
    deliverables,
  };
}

const inOrder = (given: readonly { key: string | null; maturity: Maturity | null }[]): Deliverable[] =>
  deliverableKeys.flatMap((key) => {
    const maturity = given.find((one) => one.key === key)?.maturity ?? null;
    return maturity === null ? [] : [{ key, maturity }];
  });

const serialise = ({ id, projectId, deliverables, ...row }: ServiceRow) => ({
  serviceId: id,
  projectId,
  ...classSupported(deliverables ?? []),
  version: row.version,
  updatedAt: row.updatedAt,
  updatedBy: row.updatedBy,
});

export async function getEstimateClass(ctx: Ctx, ref: ServiceRef) {
  return serialise(requireEstimationService(await requireService(ctx, ref)));
}

export function updateEstimateClass(ctx: Ctx, ref: ServiceRef, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const service = await lockOpenService({ ...ctx, db: tx }, ref);
    requireVersion(ctx, service);
    const current = { deliverables: service.deliverables ?? [] };
    const given = estimateClassInput.update(body, current as Values<(typeof estimateClassInput)['fields']>);
    const changes = changed(current, { deliverables: inOrder(given.deliverables ?? []) });
    if (isEmpty(changes)) return serialise(service);
    return serialise(await store.updateService(tx, service.id, { ...changes, updatedBy: ctx.caller.name }));
  });
}
