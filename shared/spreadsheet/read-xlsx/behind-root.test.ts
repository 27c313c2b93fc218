import { describe, expect, test } from 'bun:test';
import { archiveFixture, readAll, workbookEntries } from '../workbook-fixture';

const contentTypes = {
  name: '[Content_Types].xml',
  content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
};
const entries = [
  contentTypes,
  ...workbookEntries({
    sheets: [{ rows: '<row><c t="s" s="0"><v>0</v></c></row>' }],
    texts: '<si><t>text</t></si>',
    styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
  }),
];
const parts = entries.map(({ name }) => name);
const readWith = (part: string, behind: string) =>
  readAll(
    archiveFixture(
      entries.map((entry) =>
        entry.name === part ? { ...entry, content: `${entry.content}${behind}` } : entry,
      ),
    ),
  );

describe.each(parts)('behind the root element of %s', (part) => {
  test.each([
    ['a line break', '\n'],
    ['blanks, tabs and line breaks', ' \t\r\n \n'],
    ['a comment', '<!-- written by a program -->'],
    ['a processing instruction', '<?program version="2"?>'],
    ['all of them', '\r\n<!-- one -->\n<?two?>\n<!-- three -->\n'],
    ['more white space than a piece of the file holds', `\n${' '.repeat(300_000)}\n`],
  ])('%s is read', async (_, behind) => {
    expect(await readWith(part, behind)).toEqual([{ number: 1, cells: ['text'] }]);
  });
});

describe.each(parts.filter((part) => part !== contentTypes.name))('behind the root element of %s', (part) => {
  test.each([
    ['text', 'x'],
    ['text behind a line break', '\nx'],
    ['a comment that is cut', '\n<!-- one --'],
    ['an instruction that is cut', '\n<?one'],
    ['a tag that is cut', '\n<a'],
  ])('%s is unreadable', async (_, behind) => {
    await expect(readWith(part, behind)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
