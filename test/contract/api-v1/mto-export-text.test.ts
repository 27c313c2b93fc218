import { afterAll, describe, expect, test } from 'bun:test';
import { readWorkbook } from '../../support/read-workbook';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { call, system, projectWith } = await commonTakeoffLines();

afterAll(() => system.stop());

const { own, service } = await projectWith(
  { itemNumber: 1, tag: '=1+1', quantity: 2.5, nominalPipeSize: 8, sourService: true },
  { itemNumber: 2, description: 'Pipe, "6 in"\nlong', quantity: 20 },
  { discipline: 'civil', itemNumber: 3, description: 'Ditch', quantity: 30 },
);

const textOf = async (query: string) => {
  const { status, body, headers } = await call('GET', `/mto/export?projectId=${own}&${query}`);
  expect(status).toBe(200);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return { text, headers };
};

describe('GET /api/v1/mto/export?format=csv', () => {
  test('200 chosen columns in their order, quoted and guarded against formulas', async () => {
    const { text, headers } = await textOf(
      'format=csv&columns=quantity,tag,description,nominalPipeSize,sourService',
    );
    expect(headers.get('content-type')).toStartWith('text/csv');
    expect(headers.get('content-disposition')).toContain('.csv');
    expect(text.replace(/^/, '')).toBe(
      [
        'Quantity,Tag No.,Description,NPS (in),Sour Service',
        "2.5,'=1+1,,8,Yes",
        '20,,"Pipe, ""6 in""\nlong",,',
        '30,,Ditch,,',
        '',
      ].join('\r\n'),
    );
  });

  test('200 without columns that are empty in every line', async () => {
    const headersOf = async (query: string) =>
      (await textOf(`format=csv&${query}`)).text.split('\r\n')[0] ?? '';
    const filled = await headersOf('omitEmpty=true');
    expect(filled).toContain('NPS (in)');
    expect(filled).not.toContain('Remarks');
    expect(await headersOf('')).toContain('Remarks');
    expect(await headersOf('columns=remarks,tag,mtoId&omitEmpty=true')).toBe('Tag No.,MTO ID');
    expect(await headersOf('columns=remarks&omitEmpty=true')).toBe('Remarks');
  });

  test('200 of one service, and of a project without lines: headers only', async () => {
    expect((await textOf(`format=csv&columns=itemNumber&serviceId=${service}`)).text).toBe(
      'Item No.\r\n1\r\n2\r\n3\r\n',
    );
    const empty = await projectWith();
    const { body } = await call('GET', `/mto/export?projectId=${empty.own}&format=csv&omitEmpty=true`);
    expect(typeof body === 'string' ? body : new TextDecoder().decode(body)).toContain('MTO ID,');
  });
});

describe('GET /api/v1/mto/export?format=ndjson', () => {
  test('200 one object for each line, with the values that the list has', async () => {
    const { text, headers } = await textOf(
      'format=ndjson&columns=mtoId,tag,quantity,nominalPipeSize,sourService',
    );
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { body } = await call('GET', `/mto?projectId=${own}`);
    expect(lines).toEqual(
      body.data.map((line: Json) => ({
        mtoId: line.mtoId,
        tag: line.tag,
        quantity: line.quantity,
        nominalPipeSize: line.nominalPipeSize ?? null,
        sourService: line.sourService ?? null,
      })),
    );
    expect(Object.keys(lines[0])).toEqual(['mtoId', 'tag', 'quantity', 'nominalPipeSize', 'sourService']);
  });

  test('200 with omitEmpty no key is null', async () => {
    const { text } = await textOf('format=ndjson&omitEmpty=true');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    expect(lines.flatMap((line) => Object.values(line))).not.toContain(null);
    expect(lines[0]).toMatchObject({ tag: '=1+1', quantity: 2.5, nominalPipeSize: 8, sourService: true });
  });
});

describe('columns of workbooks', () => {
  const sheetsOf = async (query: string) =>
    readWorkbook((await call('GET', `/mto/export?projectId=${own}&${query}`)).body);

  test('200 single-sheet and each sheet of multi-sheet have the chosen ones that are theirs', async () => {
    const [single] = await sheetsOf('columns=nominalPipeSize,mtoId,description');
    expect(single?.headers).toEqual(['NPS (in)', 'MTO ID', 'Description']);
    const [, piping, civil] = await sheetsOf('format=multi-sheet&columns=nominalPipeSize,description');
    expect([piping?.headers, civil?.headers]).toEqual([['NPS (in)', 'Description'], ['Description']]);
    const [, , filled] = await sheetsOf('format=multi-sheet&omitEmpty=true');
    expect(filled?.headers).not.toContain('Remarks');
  });

  test('200 POST with criteria and columns as CSV', async () => {
    const filters = { conditions: [{ field: 'quantity', operator: 'greaterThan', value: 25 }] };
    const json = { projectId: own, format: 'csv', columns: ['description', 'quantity'], filters };
    const { status, body } = await call('POST', '/mto/export', { json });
    expect(status).toBe(200);
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    expect(text).toBe('Description,Quantity\r\nDitch,30\r\n');
  });

  test.each([
    ['columns=nothing,tag', ['columns UNKNOWN_FIELD']],
    ['discipline=civil&columns=nominalPipeSize', ['columns UNKNOWN_FIELD']],
    ['columns=createdAt', ['columns UNKNOWN_FIELD']],
    ['omitEmpty=maybe&format=pdf', ['format ENUM', 'omitEmpty TYPE']],
  ])('422 for ?%s', async (query, faults) => {
    const answer = await call('GET', `/mto/export?projectId=${own}&${query}`);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });

  test('404 for an unknown project as CSV', async () => {
    expect((await call('GET', `/mto/export?projectId=${unknownId}&format=csv`)).status).toBe(404);
  });
});
