import { expect, test } from 'bun:test';
import { CopyRows } from '@consulting/imports/store/copy-rows';
import type { Line } from '@consulting/mto-engine/fields/line';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import { LineCopy } from './line-copy';

test('LineCopy escapes text for COPY, and text of attributes for JSON within COPY', () => {
  const line: Line = Array(fieldsOf('piping').length).fill(null);
  const at = (key: string) => positionOf('piping', key);
  line[at('description')] = 'a\tb\nc\\d';
  line[at('quantity')] = 12.5;
  line[at('lineNumber')] = '4"-P\\1\n';
  line[at('nominalPipeSize')] = '1234567890123456.5';
  line[at('sourService')] = true;
  const used = ['description', 'quantity', 'remarks', 'lineNumber', 'nominalPipeSize', 'sourService'].map(at);
  const copy = new LineCopy(new Map([['piping', used]]), { created_by: 'me' });
  expect(copy.columnNames).toEqual([
    'id',
    'description',
    'quantity',
    'remarks',
    'attributes',
    'crew_rate_matched',
    'wbs_matched',
    'created_by',
  ]);
  const rows = new CopyRows();
  copy.write(rows, 'x', 'piping', line, { crewRateMatched: false, wbsMatched: true });
  expect(Buffer.from(rows.take()).toString()).toBe(
    `${[
      'x',
      'a\\tb\\nc\\\\d',
      '12.5',
      '\\N',
      '{"lineNumber":"4\\\\"-P\\\\\\\\1\\\\n","sourService":true,"nominalPipeSize":1234567890123456.5}',
      'false',
      'true',
      'me',
    ].join('\t')}\n`,
  );
});
