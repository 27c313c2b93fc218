import { recordOperation } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { shareClient } from '../store/client';
import * as store from '../store/estimate-template';
import type { EstimateSheet } from '../store/tables/estimate-sheet';
import type { Ctx } from './context';
import { sheetFields, sheetRules, withIds } from './estimate-sheet-fields';

export const templateInput = new RecordInput(
  {
    clientId: uuid().required().createOnly().describe('Client whose versions can copy the template.'),
    name: text(120).required().describe('Name of the template.'),
    description: text(2000).describe('When the template is used.'),
    ...sheetFields,
  },
  { name: 'EstimateTemplate', server: ['templateId', 'itemCount'], rules: sheetRules },
);

type Template = Values<(typeof templateInput)['fields']>;

export const templateQuery = new QueryInput({
  search: text(200).describe('Matches name and description.'),
  clientId: uuid().describe('Only the templates of this client.'),
  ...paging,
  sort: sortOf(store.templateSorting, templateInput.fields),
});

export async function listTemplates(ctx: Ctx, query: Values<(typeof templateQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listTemplates(ctx.db, filter, { sort, skip, limit }),
    store.countTemplates(ctx.db, filter),
  ]);
  return new Page(
    rows.map((row) => ({ templateId: row.id, ...row })),
    total,
    skip,
    limit,
  );
}

const serialise = (row: store.TemplateRow) => ({
  templateId: row.id,
  ...row,
  itemCount: row.items.length,
});

export async function getTemplate(ctx: Ctx, templateId: string) {
  const row = isUuid(templateId) ? await store.findTemplate(ctx.db, templateId) : undefined;
  if (!row) throw notFound('estimate template', templateId);
  return serialise(row);
}

export function createTemplate(ctx: Ctx, body: unknown) {
  const { items, ...values } = templateInput.create(body);
  return ctx.db.transaction(async (tx) => {
    if (!(await shareClient(tx, values.clientId)))
      throw invalid([{ field: 'clientId', code: 'REFERENCE', message: 'is not a client' }]);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    return serialise(await store.insertTemplate(tx, { ...values, items: withIds(items, []), ...by }));
  });
}

export function updateTemplate(ctx: Ctx, templateId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const row = await lockTemplate({ ...ctx, db: tx }, templateId);
    const { items, ...wanted } = templateInput.update(body, row as unknown as Template);
    const given = items ? { ...wanted, items: withIds(items, row.items) } : wanted;
    const changes = changed<Partial<store.TemplateRow>>(row, given);
    if (isEmpty(changes)) return serialise(row);
    return serialise(await store.updateTemplate(tx, row.id, { ...changes, updatedBy: ctx.caller.name }));
  });
}

export function deleteTemplate(ctx: Ctx, templateId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockTemplate({ ...ctx, db: tx }, templateId);
    await recordOperation(tx, { recordType: 'estimate-sheets' });
    await store.removeTemplate(tx, row.id);
  });
}

async function lockTemplate(ctx: Ctx, templateId: string): Promise<store.TemplateRow> {
  const row = isUuid(templateId) ? await store.lockTemplate(ctx.db, templateId) : undefined;
  if (!row) throw notFound('estimate template', templateId);
  requireVersion(ctx, row);
  return row;
}

// The items of a copy are new ones.
export async function sheetFromTemplate(
  ctx: Ctx,
  clientId: string,
  templateId: string,
): Promise<EstimateSheet> {
  const row = await store.findTemplate(ctx.db, templateId);
  if (row?.clientId !== clientId)
    throw invalid([
      { field: 'templateId', code: 'REFERENCE', message: 'is not a template of the client of the project' },
    ]);
  const items = row.items.map((item) => ({ ...item, itemId: crypto.randomUUID() }));
  return { items, bidSpread: row.bidSpread, templateId };
}
