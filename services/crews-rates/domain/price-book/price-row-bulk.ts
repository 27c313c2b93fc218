import { brokenUniqueConstraint, recordOperation } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import {
  addFaults,
  DomainError,
  type Fault,
  integer,
  invalid,
  isEmpty,
  isObject,
  type JsonSchema,
  named,
  RecordInput,
  unreadItems,
  uuid,
} from '@consulting/kernel/schema';
import type { PriceRowRow } from '../../store/price-row';
import * as store from '../../store/price-row';
import { updatePriceRows } from '../../store/price-row-bulk';
import type { Ctx } from '../context';
import { emitRows, lockPriceBook } from './price-book';
import { changesOfRow, serialisePriceRow, touch } from './price-row';
import { priceRowInput } from './price-row-fields';

const itemsMax = 5000;
const namedMax = 100;

const itemInput = new RecordInput({
  priceRowId: uuid().required().describe('The row that changes; each row once.'),
  version: integer({ min: 1 }).describe(
    'Version that the caller has read; when the row has another one, nothing is changed (412).',
  ),
});

const patchSchema: JsonSchema = named('PriceRowPatch', {
  type: 'object',
  properties: {
    ...(itemInput.schema('create').properties as object),
    ...(priceRowInput.schema('update').properties as object),
  },
  required: ['priceRowId'],
  description: 'The identifier of a row and the changes to it, as in a single update.',
});

export const priceRowsPatchInput = new RecordInput(
  {
    items: unreadItems(patchSchema, itemsMax)
      .required()
      .describe('Rows with what is to change of each, all or none.'),
  },
  { name: 'PriceRowPatches' },
);

interface Item {
  priceRowId: string;
  version: number | null;
  changes: Record<string, unknown>;
}

// Every row changes as a single update would change it, all or none (extensions.md 10.2).
export async function patchPriceRows(ctx: Ctx, priceBookId: string, body: unknown) {
  const { record, faults } = priceRowsPatchInput.tryCreate(body);
  const items = await readItems(record.items ?? [], faults);
  if (faults.length > 0) throw invalid(faults);
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const book = await lockPriceBook(inside, priceBookId);
    const rows = await lockRows(inside, book.id, items);
    const found: Fault[] = [];
    const changed: { before: PriceRowRow; after: PriceRowRow }[] = [];
    await inSlices(items, ({ priceRowId, changes: asked }, index) => {
      const before = rows.get(priceRowId) as PriceRowRow;
      const { changes, faults: own } = changesOfRow(book, before, asked);
      addFaults(found, own, index);
      if (!isEmpty(changes))
        changed.push({ before, after: { ...before, ...changes, updatedBy: ctx.caller.name } });
    });
    if (found.length > 0) throw invalid(found);
    if (changed.length > 0) {
      await recordOperation(tx, { kind: 'bulk-edit', recordType: 'price-rows' });
      await write(
        inside,
        changed.map(({ after }) => after),
      );
      const { updatedAt } = await touch(inside, book);
      await emitRows(
        tx,
        book.code,
        changed.map(({ before }) => before.rowCode),
        updatedAt,
      );
    }
    const ids = items.map(({ priceRowId }) => priceRowId);
    const current = await store.lockPriceRows(tx, book.id, ids);
    const byId = new Map(current.map((row) => [row.id, serialisePriceRow(row)]));
    return {
      updated: changed.length,
      unchanged: items.length - changed.length,
      ids: changed.map(({ after }) => after.id),
      items: ids.flatMap((id) => byId.get(id) ?? []),
    };
  });
}

async function readItems(items: readonly unknown[], faults: Fault[]): Promise<Item[]> {
  const read: Item[] = [];
  const known = new Set<string>();
  await inSlices(items, (item, index) => {
    const { priceRowId: id, version: given, ...changes } = isObject(item) ? item : {};
    const own = itemInput.tryCreate(
      isObject(item) ? { priceRowId: id ?? null, version: given ?? null } : item,
    );
    const { priceRowId, version } = own.record;
    if (known.has(priceRowId))
      own.faults.push({ field: 'priceRowId', code: 'DUPLICATE', message: 'occurs more than once' });
    known.add(priceRowId);
    addFaults(faults, own.faults, index);
    read.push({ priceRowId, version, changes });
  });
  return read;
}

async function lockRows(
  { db }: Ctx,
  bookId: string,
  items: readonly Item[],
): Promise<Map<string, PriceRowRow>> {
  const ids = items.map(({ priceRowId }) => priceRowId);
  const rows = new Map((await store.lockPriceRows(db, bookId, ids)).map((row) => [row.id, row]));
  const unknown = ids.filter((id) => !rows.has(id));
  if (unknown.length > 0)
    throw new DomainError('NOT_FOUND', `${unknown.length} rows are not of the book.`, {
      resource: 'price row',
      ids: unknown.slice(0, namedMax),
      count: unknown.length,
    });
  const moved = items.filter(
    ({ priceRowId, version }) => version !== null && rows.get(priceRowId)?.version !== version,
  );
  if (moved.length > 0)
    throw new DomainError(
      'VERSION_MISMATCH',
      `${moved.length} rows have been changed; read what \`ids\` names again.`,
      {
        ids: moved.map(({ priceRowId }) => priceRowId),
        count: moved.length,
      },
    );
  return rows;
}

async function write({ db }: Ctx, rows: readonly PriceRowRow[]): Promise<void> {
  try {
    await updatePriceRows(db, rows);
  } catch (error) {
    if (brokenUniqueConstraint(error) !== store.priceRowCodeKey) throw error;
    throw new DomainError('CODE_EXISTS', 'Two rows of the book would have the same code.', {
      field: 'rowCode',
    });
  }
}
