import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { titles } from '@consulting/mto-documents/domain/report/language/language';
import { read, utils } from '@e965/xlsx';
import { storeReviews } from '../../support/reviewed-lines';
import { startTakeoffLines } from '../../support/takeoff-lines';

const { system, projectWith, call } = await startTakeoffLines();
const { records } = system;

afterAll(() => system.stop());

const htmlOf = async (projectId: string, query: string): Promise<string> => {
  const { status, body } = await call('GET', `/mto/project/${projectId}/report?format=html&${query}`);
  expect(status).toBe(200);
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
};

const item = {
  itemId: crypto.randomUUID(),
  value: null,
  quantity: null,
  unit: null,
  unitPrice: null,
  lines: null,
  sums: null,
};

const added = {
  indirectAmount: '0',
  ownersCostAmount: '10',
  escalation: '0',
  escalationPercent: null,
  contingency: '0',
  contingencyPercent: null,
  managementReserve: '0',
  managementReservePercent: null,
};

async function versionWithSheet() {
  const { own, service } = await projectWith(
    { tag: 'A', unitOfMeasure: 'm', unitManHours: 2, labourRate: 10, quantitySource: '3d-model' },
    { tag: 'B', unitOfMeasure: 'm', totalCostOverride: 50 },
  );
  const estimationId = records.addEstimation(own, service, 'in-review');
  const version = { versionNumber: 2, versionLabel: 'R2', name: 'Issue', preparedBy: null };
  const by = { reviewedBy: null, approvedBy: null, status: 'in-review' };
  records.reports.set(service, { version: { estimationId, ...version, ...by } });
  records.basis.set(service, {
    supports: '3',
    deliverables: [{ key: 'plotPlan', maturity: 'preliminary' }],
    sections: { purpose: 'Approval of funds\n<b>', exclusions: 'Land' },
  });
  records.basisTexts.set(service, { assumptions: ['Day shift'], exclusions: ['Soil'] });
  records.buildUps.set(estimationId, {
    ...{ ...added, subtotal: '1270', grandTotal: '1270', sheetAmount: '1010' },
    sheet: [
      { ...item, code: 'PIPE', name: 'Pipes', kind: 'direct', lines: 1, amount: '200' },
      {
        ...{ ...item, code: 'OFFICE', name: 'Site office', kind: 'quantity', amount: '1000' },
        ...{ quantity: '4', unit: 'month', unitPrice: '250' },
      },
      { ...item, code: 'TOOLS', name: '=Tools', kind: 'percent', value: '5', amount: '10' },
      { ...item, code: 'SUB', name: 'So far', kind: 'subtotal', amount: '1210' },
      { ...item, code: 'OF', name: 'Two of them', kind: 'subtotal', amount: '1200', sums: [0, 1] },
    ],
  });
  await system.bus.ask(keepVersionLines, { estimationId, projectId: own, serviceId: service });
  return { own, service, estimationId };
}

const { own, service, estimationId } = await versionWithSheet();

describe('GET /api/v1/mto/project/{projectId}/report', () => {
  test('200 the estimate sheet of a version, which adds up to the grand total of the report', async () => {
    const { body } = await call('GET', `/mto/project/${own}/report?estimationId=${estimationId}`);
    const { Sheets } = read(body, { cellFormula: true });
    const sheet = Sheets[titles.en.sections.sheet] ?? {};
    const rows = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1 }).slice(4);
    expect(rows.map((row) => [row[0] ?? row[1], row.at(-1)])).toEqual([
      ['PIPE', 200],
      ['OFFICE', 1000],
      ['TOOLS', 10],
      ['SUB', 1210],
      ['OF', 1200],
      ['Other direct cost', 50],
      ['Owner’s cost', 10],
      ['Subtotal', 1270],
      ['Grand total', 1270],
    ]);
    expect(['I8', 'I9', 'I12', 'I13'].map((at) => sheet[at]?.f)).toEqual([
      'SUM(I5:I7)',
      'SUM(I5:I6)',
      'SUM(I5:I7,I10:I11)',
      'SUM(I5:I7,I10:I11)',
    ]);
    const page = await htmlOf(own, `estimationId=${estimationId}`);
    expect(page).toContain('CAD 1,270.00');
    expect(page).toContain(
      '<td>Site office</td><td>Quantity × price</td><td class="n">4.00</td><td>month</td>',
    );
  });

  test('200 the basis of estimate: own texts next to the facts, and lists of the version in their sections', async () => {
    const page = await htmlOf(own, `estimationId=${estimationId}`);
    for (const text of [
      '<h3>Purpose</h3><p class="text">Approval of funds\n&lt;b&gt;</p>',
      '<h3>Assumptions</h3><ul><li class="text">Day shift</li></ul>',
      '<h3>Exclusions</h3><p class="text">Land</p><ul><li class="text">Soil</li></ul>',
      '<li class="text">3D model: 80.00 %</li><li class="text">Not specified: 20.00 %</li>',
      '<li class="text">Plot plan: Preliminary</li>',
    ])
      expect(page).toContain(text);
  });

  test('200 ratios of the lines, without percentiles where there are no other projects', async () => {
    const page = await htmlOf(own, `serviceId=${service}&language=de`);
    const [, section = ''] = page.split(`<h2>${titles.de.sections.ratios}</h2>`);
    expect(section).toContain(
      `<td>${titles.de.ratios.keys.hoursPerMetreOfPipe}</td><td class="n">1,00</td><td>h/m</td>`,
    );
    expect(section.split('</table>')[0]).not.toContain('P50');
  });

  test('200 with bidSpread each line with its part of the grand total, 409 without one in the sheet', async () => {
    const path = `/mto/project/${own}/report?bidSpread=true&estimationId=${estimationId}`;
    const refused = await call('GET', path);
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_BID_SPREAD']);
    const built = records.buildUps.get(estimationId);
    if (built) built.bidSpread = { method: 'weighted', weights: { piping: 2 } };
    const { Sheets } = read((await call('GET', path)).body);
    const rows = utils.sheet_to_json<unknown[]>(Sheets[titles.en.sections.lines] ?? {}, { header: 1 });
    expect(rows.slice(0, 3).map((row) => row.slice(-2))).toEqual([
      ['Bid unit price (CAD)', 'Bid amount (CAD)'],
      [101.6, 1016],
      [25.4, 254],
    ]);
    expect(rows.at(-1)?.at(-1)).toBe(1270);
    expect(await htmlOf(own, `bidSpread=true&estimationId=${estimationId}`)).toContain(
      '<td class="n">1,016.00</td>',
    );
  });

  test('200 a version with the review of the moment when it went to review', async () => {
    await storeReviews(system);
    records.basis.set(service, { supports: null, deliverables: [], sections: { purpose: 'Later' } });
    expect(await htmlOf(own, `estimationId=${estimationId}`)).not.toContain('Later');
    records.reports.set(service, { version: null });
    expect(await htmlOf(own, `serviceId=${service}`)).toContain('<p class="text">Later</p>');
  });

  test('200 without these sections where there is nothing to say', async () => {
    const { own: other } = await projectWith({ totalCostOverride: 7 });
    const page = await htmlOf(other, '');
    for (const title of [titles.en.sections.sheet, titles.en.sections.ratios, titles.en.sections.basis])
      expect(page).not.toContain(`<h2>${title}</h2>`);
  });
});
