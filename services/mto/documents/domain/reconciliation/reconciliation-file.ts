import { workbookType } from '@consulting/kernel/http';
import { openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import { choice, QueryInput, type Values } from '@consulting/kernel/schema';
import { movements, Reconciliation, reconcileBasis, totalsOf } from '@consulting/mto-analysis';
import type { Ctx } from '@consulting/mto-lines';
import type { ExportFile } from '../export/export-lines';
import { makeFile } from '../export/make-file';
import { languages, titles } from '../report/language/language';
import { reconciliationWorkbook } from './workbook';

export const reconcileQuery = new QueryInput({
  format: choice(['json', 'xlsx'], 'ReconcileFormat')
    .default('json')
    .describe('The answer as JSON, or as a workbook with a chart of the causes and all lines that moved.'),
  language: choice(languages, 'ReportLanguage').default('en').describe('Language of the workbook.'),
});

type ReconcileQuery = Values<(typeof reconcileQuery)['fields']>;

// The sums are made before the answer begins; the lines are read a second time, of the same moment.
// @throws as `reconcile`, and RATE_LIMITED
export async function reconciliationFile(
  ctx: Ctx,
  body: unknown,
  { language }: ReconcileQuery,
  signal?: AbortSignal,
): Promise<ExportFile> {
  const basis = await reconcileBasis(ctx, body);
  const createdAt = new Date();
  const bytes = await makeFile(ctx, signal, async (ctx) => {
    const snapshot = await openSnapshot(ctx.db);
    try {
      return { file: await workbookOf(ctx, snapshot), end: snapshot.close };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  });
  const name = `${titles[language].reconciliation.title} ${createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}`;
  return { fileName: `${name}.xlsx`, type: workbookType, bytes };

  async function workbookOf(ctx: Ctx, snapshot: Snapshot) {
    const reconciliation = new Reconciliation(basis.groupOf);
    let count = 0;
    for await (const _ of movements(snapshot, basis, reconciliation)) {
      signal?.throwIfAborted();
      count += 1;
    }
    const { from, to } = basis.order;
    const totals = await totalsOf(ctx, [from, to], reconciliation);
    const groups = [...reconciliation.groups.values()];
    const lines = movements(snapshot, basis, new Reconciliation(null));
    const keys = basis.order.keys.map(({ name }) => name);
    return reconciliationWorkbook(
      { currency: basis.currency ?? '', totals, keys, groups, lines, count },
      language,
      createdAt,
    );
  }
}
