import { expect, test } from 'bun:test';
import { openTableFile } from '../open-table-file';
import { defaultTabularLimits } from './limits';
import { sniffFileType } from './sniff';
import { bytesSource } from './source';

const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const wide = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');
const sniff = (content: string, name: string) => sniffFileType(Buffer.from(content, 'latin1'), name);

test('workbooks and delimited files by name and first bytes', () => {
  for (const name of ['a.xlsx', 'B.XLSM', 'x.y.xlsx']) expect(sniff('PK\x03\x04rest', name)).toBe('workbook');
  for (const name of ['a.csv', 'a.TSV']) {
    for (const content of ['a,b', '', '\xff\xfea\0', '\xef\xbb\xbfa', 'Größe'])
      expect(sniff(content, name)).toBe('delimited');
  }
});

test.each([
  ['an encrypted workbook', compound + wide('EncryptedPackage'), 'a.xlsx', /encrypted/],
  ['an old workbook under a new name', compound, 'a.xlsx', /\.xls workbook/],
  ['an old workbook', compound, 'a.xls', /\.xls files/],
  [
    'an OpenDocument sheet under a new name',
    'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'a.xlsx',
    /OpenDocument/,
  ],
  ['a text under the name of a workbook', 'a,b', 'a.xlsx', /content/],
  ['an empty workbook', '', 'a.xlsx', /empty/],
  ['a workbook under the name of a text', 'PK\x03\x04', 'a.csv', /\.csv/],
  ['a PDF under the name of a text', '%PDF-1.7', 'a.csv', /PDF/],
  ['a binary workbook', 'PK\x03\x04', 'a.xlsb', /\.xlsb/],
  ['an unknown extension', 'a', 'a.docx', /\.docx/],
  ['no extension', 'a', 'takeoff', /extension/],
  ['an extension alone', 'a', 'csv', /extension/],
])('%s is refused with a sentence', async (_, content, name, sentence) => {
  expect(sniff(content, name)).toEqual({ unsupported: expect.stringMatching(sentence) });
  const opening = openTableFile(bytesSource(Buffer.from(content, 'latin1')), name, defaultTabularLimits);
  await expect(opening).rejects.toMatchObject({ name: 'TableFileError', code: 'UNSUPPORTED_FILE_TYPE' });
});
