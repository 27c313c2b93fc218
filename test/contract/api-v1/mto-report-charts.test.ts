import { afterAll, describe, expect, test } from 'bun:test';
import { languages, titles } from '@consulting/mto-documents/domain/report/language/language';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const { system, projectWith, call } = await commonTakeoffLines();
const { records } = system;

afterAll(() => system.stop());

interface Group {
  group: Record<string, string | null>;
  values: Record<string, number>;
}

const line = {
  quantity: 3,
  unitOfMeasure: 'm',
  unitManHours: 1.25,
  labourRate: 91.17,
  materialUnitPrice: 33.33,
};

const inAreas = () =>
  projectWith(
    { ...line, discipline: 'piping', area: '<A> & B' },
    { ...line, discipline: 'civil', area: '<A> & B', quantity: 7 },
    { ...line, discipline: 'civil', area: '200', quantity: 11 },
    { ...line, discipline: 'piping', quantity: 2 },
    { ...line, discipline: 'piping', area: '300', status: 'void' },
  );

async function htmlOf(projectId: string, language = 'en'): Promise<string> {
  const { status, body } = await call(
    'GET',
    `/mto/project/${projectId}/report?format=html&lines=none&language=${language}`,
  );
  expect(status).toBe(200);
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

async function groupsBy(projectId: string, ...groupBy: string[]): Promise<Group[]> {
  const { body } = await call('POST', '/mto/aggregate', { json: { projectId, groupBy } });
  return body.data;
}

const escaped = (text: string) => text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');

describe('GET /api/v1/mto/project/{projectId}/report', () => {
  test.each(languages)(
    '200 HTML in %s with each area by discipline, with the figures of the API as tooltips',
    async (language) => {
      const { own } = await inAreas();
      const words = titles[language];
      const money = new Intl.NumberFormat(language, {
        ...{ minimumFractionDigits: 2 },
        useGrouping: 'always',
      });
      const page = await htmlOf(own, language);
      const [, section = ''] = page.split(`<h2>${words.sections.areas}</h2>`);
      const groups = await groupsBy(own, 'area', 'discipline');
      expect(groups).toHaveLength(4);
      for (const { group, values } of groups) {
        const area =
          group.area === null || group.area === undefined ? words.withoutArea : escaped(group.area);
        const discipline = words.disciplines[group.discipline as 'piping'];
        expect(section).toContain(
          `<title>${area}, ${discipline}: ${money.format(values.totalCost ?? 0)} CAD</title>`,
        );
      }
      expect(section).not.toContain('300');
    },
  );

  test('200 HTML with the elements of each discipline in its bar, all on one scale', async () => {
    const { own } = await inAreas();
    const page = await htmlOf(own);
    const rects = [
      ...page.matchAll(/width="([\d.]+)" height="18"><title>(\w+), (Labour|Material): ([\d,.]+) CAD</g),
    ];
    expect(rects).toHaveLength(4);
    const groups = await groupsBy(own, 'discipline');
    const perUnit = rects.map(([, width, label = '', element, amount = '']) => {
      const { values } = groups.find(({ group }) => group.discipline === label.toLowerCase()) as Group;
      const figure = Number(amount.replaceAll(',', ''));
      expect(figure).toBe(values[element === 'Labour' ? 'labourCost' : 'materialCost'] ?? Number.NaN);
      return Number(width) / figure;
    });
    for (const one of perUnit) expect(one / (perUnit[0] ?? 0)).toBeCloseTo(1, 2);
    for (const element of ['Labour', 'Material']) expect(page).toContain(`</i>${element}</span>`);
  });

  test('200 HTML with what each discipline consists of as tiles, whose areas are their costs', async () => {
    const { own } = await projectWith(
      { ...line, discipline: 'piping', wbsCode: '10', quantity: 40 },
      { ...line, discipline: 'piping', wbsCode: '20', quantity: 25 },
      { ...line, discipline: 'piping', quantity: 5 },
      { ...line, discipline: 'civil', wbsCode: '10', quantity: 30 },
    );
    records.addWbsItem(own, '10');
    records.addWbsItem(own, '20');
    const [, svg = ''] = (await htmlOf(own)).split('<svg class="tiles"');
    const rects = [
      ...(svg.split('</svg>')[0] ?? '').matchAll(
        /<g class="tile"><rect[^>]* width="([\d.]+)" height="([\d.]+)"><title>([^:]+): ([\d,.]+) CAD</g,
      ),
    ];
    const { body } = await call('POST', '/mto/aggregate', {
      json: { projectId: own, groupBy: ['discipline', 'wbsCode'] },
    });
    expect(svg).toMatch(/>Piping – [\d,]+<\/text>/);
    const costs = body.data.map(({ values }: Group) => values.totalCost).toSorted();
    expect(rects.map(([, , , , amount = '']) => Number(amount.replaceAll(',', ''))).toSorted()).toEqual(
      costs,
    );
    expect(rects.map(([, , , name]) => name)).toContain('Piping, Without WBS item at this level');
    const perUnit = rects.map(
      ([, width, height, , amount = '']) =>
        (Number(width) * Number(height)) / Number(amount.replaceAll(',', '')),
    );
    for (const one of perUnit) expect(one / Math.max(...perUnit)).toBeGreaterThan(0.85);
  });

  test('200 HTML without a chart of areas where all lines are in one', async () => {
    const { own } = await projectWith({ ...line, area: 'A' }, { ...line, area: 'A' });
    expect(await htmlOf(own)).not.toContain(titles.en.sections.areas);
  });
});
