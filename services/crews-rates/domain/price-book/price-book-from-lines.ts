import { ownWorkMax } from '@consulting/kernel/contracts/own-work';
import { recordOperation } from '@consulting/kernel/postgres';
import { DomainError, decimal, type Fault, invalid } from '@consulting/kernel/schema';
import { askOwnWork, type OwnWork } from '../../neighbours/clients-projects';
import { askLineStatistics } from '../../neighbours/mto';
import { findPriceBooksByCode } from '../../store/price-book';
import { insertPriceRows } from '../../store/price-row-bulk';
import type { Ctx } from '../context';
import { readOwnWork } from './own-work-fields';
import { rowsOfGroups } from './own-work-rows';
import { insertPriceBook, serialisePriceBook } from './price-book';

type Order = ReturnType<typeof readOwnWork>;

// The book is inactive until somebody has looked at it.
// @throws VALIDATION_ERROR, CODE_EXISTS, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
export async function makePriceBookFromLines(ctx: Ctx, body: unknown) {
  const order = readOwnWork(body);
  const { code, name, discipline, currency, to } = order;
  if ((await findPriceBooksByCode(ctx.db, [code])).length > 0)
    throw new DomainError('CODE_EXISTS', `Another price book has the code ${code}.`, { field: 'code' });
  const work = await findWork(ctx, order);
  const { groups, ...read } = await askLineStatistics(ctx.bus, {
    work: work.map(({ projectId, estimationId, rate }) => ({ projectId, estimationId, rate })),
    ...{ discipline, groupBy: order.groupBy, size: order.size, targets: order.targets },
    ...{ statistic: order.statistic, minLines: order.minLines },
    growth: decimal(to?.escalationPercent ?? 0)
      .div(100)
      .plus(1)
      .toFixed(),
  });
  const rows = await rowsOfGroups(order, { discipline, currency }, groups);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  return ctx.db.transaction(async (tx) => {
    await recordOperation(tx, { kind: 'create' });
    const when = { year: to?.year ?? null, quarter: to?.quarter ?? null };
    const facts = { code, name, discipline, currency, ...when, priceSource: 'historical' };
    const book = await insertPriceBook(tx, { ...facts, ...by, isActive: false, rowCount: rows.length });
    await insertPriceRows(
      tx,
      rows.map((row) => ({ ...row, ...by, bookId: book.id })),
    );
    return { ...serialisePriceBook(book), ...read };
  });
}

async function findWork({ bus }: Ctx, order: Order): Promise<OwnWork['work']> {
  const { projectIds, clientId, approvedOnly, currency } = order;
  const { unknown, total, work } = await askOwnWork(bus, { projectIds, clientId, approvedOnly, currency });
  const field = projectIds === null ? 'clientId' : 'projectIds';
  const fault = (message: string, code: Fault['code'] = 'REFERENCE'): Fault => ({ field, code, message });
  if (unknown.length > 0)
    throw invalid(
      projectIds === null
        ? [fault('is not a client')]
        : projectIds.flatMap((id, at) =>
            unknown.includes(id) ? [{ ...fault('is not a project'), field: `projectIds[${at}]` }] : [],
          ),
    );
  const what = approvedOnly ? 'approved versions' : 'projects';
  if (total === 0) throw invalid([fault(`has no ${what}`)]);
  if (total > ownWorkMax)
    throw invalid([{ ...fault(`has ${total} ${what}`, 'MAX'), params: { max: ownWorkMax } }]);
  const unrated = work.filter(({ rate }) => currency !== null && rate === null);
  if (unrated.length > 0) throw invalid([withoutRate(unrated, String(currency))]);
  return work;
}

const namedMax = 5;

function withoutRate(work: OwnWork['work'], currency: string): Fault {
  const codes = [...new Set(work.map(({ projectCode }) => projectCode))];
  const named = codes.slice(0, namedMax).join(', ');
  const message = `has no exchange rate in the projects ${named}${codes.length > namedMax ? ' and others' : ''}`;
  return { field: 'currency', code: 'REFERENCE', message: `${currency} ${message}` };
}
