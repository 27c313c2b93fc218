import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { languages, titles } from '@consulting/mto-documents/domain/report/language/language';
import { read, utils, type WorkSheet } from '@e965/xlsx';

import { pipingTakeoff } from '../../support/piping-takeoff';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const { system, projectId, serviceId, stored, projectWith, call } = await commonTakeoffLines();
const { records } = system;

const textOf = (body: string | ArrayBuffer): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

const report = (query = '', id = projectId) => call('GET', `/mto/project/${id}/report?${query}`);
const htmlOf = async (query = '', id = projectId): Promise<string> => {
  const { status, body } = await report(`format=html&${query}`, id);
  expect(status).toBe(200);
  return textOf(body);
};

const lineOf = (itemNumber: number) => ({
  itemNumber,
  description: `line ${itemNumber}`,
  totalCost: 100 * itemNumber,
});

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

beforeAll(async () => {
  records.addWbsItem(projectId, '30');
  records.addWbsItem(projectId, '30.50', '30');
  records.addWbsItem(projectId, '30.50.20.10', '30.50');
  records.addCrew(serviceId, { crewCode: 'PF-01' });
  records.addCrewName(serviceId, 'PF-01', 'Pipe fitters');
  for (const line of await pipingTakeoff()) await stored(line);
});

afterAll(() => system.stop());

describe('GET /api/v1/mto/project/{projectId}/report', () => {
  test.each(languages)(
    '200 HTML in %s with its titles and numbers, and nothing from elsewhere',
    async (language) => {
      const answer = await report(`format=html&language=${language}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toStartWith('attachment; filename="P-1 ');
      expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'");
      const page = textOf(answer.body);
      const total = new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: 'always' });
      expect(page).toContain(`<html lang="${language}">`);
      for (const title of Object.values(titles[language].charts)) expect(page).toContain(title);
      expect(page).toContain(`CAD ${total.format(5110852.7)}`);
      expect(page).not.toMatch(/<script|<img|<link|href=|src=|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    },
  );

  test.each(languages)('200 a workbook in %s', async (language) => {
    const { status, headers, body } = await report(`language=${language}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('spreadsheetml');
    expect(textOf(body.slice(0, 2))).toBe('PK');
  });

  test('200 without the list of lines where it is left out; figures and costliest lines stay', async () => {
    const { lines, costliest } = titles.en.sections;
    const page = await htmlOf('lines=none');
    expect(page).not.toContain(`<h2>${lines}</h2>`);
    expect(page).toContain(`<h2>${costliest}</h2>`);
    expect(await htmlOf('lines=all')).toContain(`<h2>${lines}</h2>`);
    const [whole, short] = [await report(), await report('lines=none')];
    expect(short.status).toBe(200);
    expect(short.body.byteLength).toBeLessThan(whole.body.byteLength);
    expect(faultsOf(await report('lines=some'))).toEqual(['lines ENUM']);
  });

  test.each(languages)('200 in %s with the first lines by their number, of how many', async (language) => {
    const { own } = await projectWith(...[1, 2, 3].map(lineOf));
    const { sections, firstLines, of } = titles[language];
    const listOf = async (lines: string | number) =>
      (await htmlOf(`lines=${lines}&language=${language}`, own)).split(`<h2>${sections.lines}</h2>`)[1];
    const [two, whole] = [await listOf(2), await listOf('all')];
    expect(two).toContain(`${firstLines}: 2 ${of} 3`);
    for (const text of ['line 1', 'line 2']) expect(two).toContain(text);
    expect(two).not.toContain('line 3');
    expect(two).not.toContain(`<tbody class="total">`);
    expect(whole).toContain('line 3');
    expect(await listOf(3)).toBe(whole);
    expect(await listOf(100_000)).toBe(whole);
    const { Sheets } = read((await report(`lines=2&language=${language}`, own)).body);
    const sheetOf = (name: string) =>
      JSON.stringify(utils.sheet_to_json(Sheets[name] as WorkSheet, { header: 1 }));
    for (const name of [sections.lines, sections.summary])
      expect(sheetOf(name)).toContain(`${firstLines}: 2 ${of} 3`);
    expect(sheetOf(sections.lines)).not.toContain('line 3');
    expect(sheetOf(sections.summary)).toContain('600');
  });

  test.each(['lines=0', 'lines=100001', 'lines=1.5', 'lines=-1', 'lines=some'])(
    '422 for the query "%s"',
    async (query) => {
      expect((await report(query)).status).toBe(422);
    },
  );

  test('200 the figures of the summary to the cent, by discipline, WBS and crew', async () => {
    const page = await htmlOf();
    const { body } = await call('GET', `/mto/project/${projectId}/summary`);
    const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const { labourCost, materialCost, freightCost, equipmentCost, directCost, totalCost } = body.totals;
    for (const figure of [labourCost, materialCost, freightCost, equipmentCost, directCost, totalCost])
      expect(page).toContain(number.format(figure));
    for (const crew of body.byCrew) {
      expect(page).toContain(`<td>${crew.crewCode}</td>`);
      expect(page).toContain(`<td class="n">${number.format(crew.labourCost)}</td>`);
    }
    for (const node of body.byWbs) expect(page).toContain(number.format(node.totalCost));
    expect(page).toContain('<td>Pipe fitters</td>');
    // 149.9556 and 13.2771.
    expect(page).toContain('<td class="n">163.23</td>');
  });

  test('200 without identifiers, void and excluded lines and empty columns', async () => {
    const { own } = await projectWith(
      { description: 'counts', totalCost: 10 },
      { description: 'is void', totalCost: 5, status: 'void' },
      { description: 'is excluded', totalCost: 5, scopeType: 'excluded' },
    );
    const page = await htmlOf('', own);
    expect(page).toContain('counts');
    expect(page).not.toContain('is void');
    expect(page).not.toContain('is excluded');
    expect(page).not.toMatch(uuids);
    const [, lines = ''] = page.split(`<h2>${titles.en.sections.lines}</h2>`);
    expect(lines).toContain('>Description</th>');
    expect(lines).not.toContain('>Specification</th>');
  });

  test('200 the chosen columns in their order, with labels of choices', async () => {
    const page = await htmlOf('columns=totalCost,discipline,quantity,area&language=de');
    const [, lines = ''] = page.split(`<h2>${titles.de.sections.lines}</h2>`);
    const headers = [...lines.matchAll(/<th [^>]*>([^<]*)<\/th>/g)].map(([, header]) => header);
    expect(headers).toEqual(['Gesamtkosten', 'Gewerk', 'Menge', 'Bereich']);
    expect(lines).toContain('<td>Rohrleitungen</td>');
  });

  test('200 markup in what was entered stands there as text', async () => {
    const hostile = `</style><script>alert("x")</script><b onload='y'>&`;
    const own = records.addProject({ name: hostile, code: hostile });
    const service = records.addService(own);
    records.addWbsItem(own, '1<i>');
    records.addCrew(service, { crewCode: '<u>"' });
    records.basisTexts.set(service, { assumptions: [hostile], exclusions: [hostile] });
    await stored({
      projectId: own,
      serviceId: service,
      description: hostile,
      tag: hostile,
      wbsCode: '1<i>',
      crewCode: '<u>"',
      totalCost: 7,
    });
    const page = await htmlOf(`serviceId=${service}`, own);
    expect(page).not.toMatch(/<script|<b |<i>|<u>/);
    expect(page.split('</style>')).toHaveLength(2);
    expect(page).toContain('&lt;/style&gt;&lt;script&gt;alert(&quot;x&quot;)');
  });

  test('200 a version with what it rests on, what it adds and what changed since the one before', async () => {
    const { own, service } = await projectWith({ itemNumber: 1, description: 'stays', totalCost: 100 });
    const first = records.addEstimation(own, service, 'approved');
    await system.bus.ask(keepVersionLines, { estimationId: first, projectId: own, serviceId: service });
    await stored({ projectId: own, serviceId: service, itemNumber: 2, description: 'is new', totalCost: 50 });
    const second = records.addEstimation(own, service, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId: second, projectId: own, serviceId: service });
    const versionOf = (estimationId: string, versionNumber: number) => ({
      estimationId,
      versionNumber,
      versionLabel: `R${versionNumber}`,
      name: `Issue ${versionNumber}`,
    });
    const by = { preparedBy: 'Jane Moreau', reviewedBy: null, approvedBy: null };
    records.basisTexts.set(service, { assumptions: ['Day shift only'], exclusions: ['Soil removal'] });
    records.reports.set(service, {
      version: { ...versionOf(second, 2), status: 'in-review', ...by },
      basis: {
        estimateClass: '3',
        accuracyLowPercent: -20,
        accuracyHighPercent: 30,
        estimatePurpose: 'budget',
        estimateMethod: null,
        baseDate: '2026-07-01',
        basisOfEstimate: 'The model of June',
      },
      earlier: [versionOf(first, 1)],
    });
    records.buildUps.set(second, {
      indirectAmount: '10',
      ownersCostAmount: '0',
      subtotal: '160',
      escalation: '0',
      escalationPercent: null,
      contingency: '16',
      contingencyPercent: '10',
      managementReserve: '0',
      managementReservePercent: null,
      grandTotal: '176',
    });
    const page = await htmlOf(`estimationId=${second}`, own);
    for (const text of [
      'R2 – Issue 2',
      'In review',
      'AACE class 3',
      '-20% / +30%',
      'July 1, 2026',
      'Jane Moreau',
      'The model of June',
      'Day shift only',
      'Soil removal',
      'CAD 176.00',
      '<td class="n">160.00</td>',
      'Compared with R1 – Issue 1',
      'Lines: 1 added, 0 removed, 0 changed',
      'Why the total moved',
      '<td>Lines added</td><td class="n">+50.00</td>',
      '<td class="n">+50.00</td>',
    ])
      expect(page).toContain(text);
    const [before = ''] = (await htmlOf(`estimationId=${first}`, own)).split(titles.en.sections.changes);
    expect(before).not.toContain('is new');
  });

  test('200 for a project without lines', async () => {
    const own = records.addProject();
    expect((await report('', own)).status).toBe(200);
    expect(await htmlOf('', own)).toContain('CAD 0.00');
  });

  test.each([
    ['an unknown project', '', unknownId],
    ['what is no identifier of a project', '', 'x'],
    ['an unknown service', `serviceId=${unknownId}`, projectId],
    ['an unknown version', `estimationId=${unknownId}`, projectId],
  ])('404 for %s', async (_, query, id) => {
    const { status, body } = await report(query, id);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('409 for a draft, which has no lines of its own', async () => {
    const draft = records.addEstimation(projectId, serviceId);
    const { status, body } = await report(`estimationId=${draft}`);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
  });

  test.each([
    ['format=pdf', ['format ENUM']],
    ['language=it', ['language ENUM']],
    ['columns=nonsense,serviceId', ['columns FORMAT', 'columns UNKNOWN_FIELD']],
    ['columns=mtoId', ['columns FORMAT']],
    ['format=pdf&language=it&columns=nonsense', ['columns UNKNOWN_FIELD', 'format ENUM', 'language ENUM']],
    ['serviceId=7&depth=2', ['depth UNKNOWN_FIELD', 'serviceId FORMAT']],
  ])('422 for the query "%s"', async (query, faults) => {
    const answer = await report(query);
    expect({ status: answer.status, faults: faultsOf(answer) }).toEqual({ status: 422, faults });
  });

  test.each(['clients-projects', 'crews-rates', 'equipment-wbs'])('503 while %s is silent', async (owner) => {
    const { status, body } = await system.without(owner, () => report());
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'DEPENDENCY_UNAVAILABLE' });
  });
});
