import type { Content, Repeated } from '../archive';
import { type Attack, importing } from '../attack';
import { bookOf, cell, headers, line, partsOf, row, sheet, sheetHead, sheetTail, xlsx } from '../workbook';

const refused = /FILE_UNREADABLE|FILE_TOO_LARGE|UNSUPPORTED_FILE_TYPE/;
const whole = (content: Content) => xlsx(partsOf({ sheets: [content] }));
const rows = (before: string, unit: string, times: number, after = ''): Repeated => ({
  head: headers + before,
  unit,
  times,
  tail: after,
});
const letters = (count: number) =>
  Array.from({ length: count }, () => Math.random().toString(36).slice(2, 10));
/** Too varied to be refused for unpacking to a large multiple of itself. */
const variedTexts = letters(20_000);
const texts = variedTexts.map((text) => `<si><t>${text}</t></si>`).join('');
const doctype = (inside: string) => sheetHead.replace('\n', `\n<!DOCTYPE x [${inside}]>`);
const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
  '',
);
const textCell = (at: number) => `<c t="s"><v>${at}</v></c>`;

/** What a part of a workbook can hold as XML. */
export const xml: Attack[] = [
  importing(
    'xml-line-break-at-end',
    'a line break behind every root element: legal',
    () =>
      xlsx(
        partsOf({ sheets: [sheet(headers + line)], texts: '<si><t>a</t></si>', styles: '<cellXfs/>' }, '\n'),
      ),
    { expects: /completed 1/ },
  ),
  importing(
    'xml-billion-laughs',
    'entities that expand to 10^20 letters',
    () => whole(`${doctype(`<!ENTITY l0 "ha">${laughs}`)}${headers}${row('&l20;')}${sheetTail}`),
    { expects: refused },
  ),
  importing(
    'xml-external-entity',
    'an entity that is a file of the system',
    () =>
      whole(
        `${doctype('<!ENTITY f SYSTEM "file:///etc/passwd">')}${headers}${row(1, '&f;', 1, 'm')}${sheetTail}`,
      ),
    { expects: refused },
  ),
  importing('xml-deep', '3,000,000 elements inside each other', () => bookOf(rows('', '<a>', 3_000_000)), {
    expects: refused,
  }),
  importing('xml-deep-closed', '200,000 elements inside each other, all closed', () =>
    bookOf(rows('', '<a>', 200_000, '</a>'.repeat(200_000))),
  ),
  importing('xml-attributes', 'an element with 200,000 attributes', () =>
    bookOf(`${headers}<row ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')}/>${line}`),
  ),
  importing(
    'xml-attribute-long',
    'an attribute of 30 MB',
    () => bookOf(rows('<row s="', 'x1y2z3w4', 4_000_000, `"/>${line}`)),
    { expects: refused },
  ),
  importing('xml-attribute-blanks', '900,000 blanks inside a tag', () =>
    bookOf(rows('<row', ' ', 900_000, `x="1">${cell(1)}</row>`)),
  ),
  importing('xml-comment-endless', 'a comment of 60 MB that never ends', () =>
    bookOf(rows('<!-- ', '- -', 20_000_000)),
  ),
  importing('xml-comments', '3,000,000 comments', () => bookOf(rows('', '<!---->', 3_000_000, line))),
  importing('xml-instructions', '1,000,000 processing instructions', () =>
    bookOf(rows('', '<?a b?>', 1_000_000, line)),
  ),
  importing(
    'xml-cdata',
    'a CDATA section of 40 MB in a cell',
    () =>
      bookOf(rows('<row><c t="inlineStr"><is><t><![CDATA[', 'abcdefg ', 5_000_000, ']]></t></is></c></row>')),
    { expects: refused },
  ),
  importing(
    'xml-cell-32-mib',
    'a cell of 32 MiB',
    () =>
      bookOf(
        rows(
          '<row><c t="inlineStr"><is><t>',
          variedTexts.slice(0, 4096).join(''),
          1024,
          '</t></is></c></row>',
        ),
      ),
    { expects: refused },
  ),
  importing(
    'xml-tag-unclosed',
    'a tag of 30 MB that is never closed',
    () => bookOf(rows('<row ', 'abcdefgh', 4_000_000)),
    { expects: refused },
  ),
  importing('xml-references', '400,000 character references in a cell', () =>
    bookOf(rows('<row><c t="inlineStr"><is><t>', '&#65;', 200_000, '</t></is></c></row>')),
  ),
  importing('xml-runs', '60,000 runs of rich text in one cell', () =>
    bookOf(
      rows(
        '<row><c/><c t="inlineStr"><is>',
        '<r><rPr><b/></rPr><t>a</t></r>',
        60_000,
        '</is></c><c><v>1</v></c></row>',
      ),
    ),
  ),
  importing('xml-shared-texts', '4,000,000 shared texts', () =>
    bookOf(headers + line, { texts: { unit: texts, times: 200 } }),
  ),
  importing('xml-shared-texts-empty', '8,000,000 empty shared texts', () =>
    bookOf(headers + line, {
      texts: {
        unit: `${'<si/>'.repeat(20_000)}${texts.slice(0, 10_000)}</t></si>`.replace(/<si>[^/]*$/, ''),
        times: 400,
      },
    }),
  ),
  importing(
    'xml-shared-text-multiplied',
    'one text of 1 MiB in 24,000 cells',
    () =>
      bookOf(rows('', `<row>${textCell(0).repeat(8)}</row>`, 3000), {
        texts: `<si><t>${'x'.repeat(1_000_000)}</t></si>`,
      }),
    { expects: refused },
  ),
  importing('xml-shared-text-missing', '100,000 cells with texts that do not exist', () =>
    bookOf(rows('', `<row>${textCell(4_000_000_000)}</row>`, 100_000)),
  ),
  importing('xml-styles', '500,000 styles and 100,000 number formats', () =>
    bookOf(headers + line, { styles: stylesOf(100_000, 500_000) }),
  ),
  importing('xml-number-format-long', 'a number format of a million letters for 20,000 cells', () =>
    bookOf(rows('', `<row><c s="1"><v>1</v></c></row>`, 20_000), {
      styles: `<numFmts><numFmt numFmtId="200" formatCode="${'yh[m'.repeat(250_000)}"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs>`,
    }),
  ),
  importing('xml-number-digits', 'a number of 900,000 digits', () =>
    bookOf(`${headers}<row>${cell(1)}${cell('Pipe')}<c><v>${'1'.repeat(900_000)}</v></c></row>`),
  ),
  importing('xml-number-exponent', '200,000 numbers of 1E999999999', () =>
    bookOf(rows('', `<row>${cell(1)}${cell('Pipe')}<c><v>1E999999999</v></c>${cell('m')}</row>`, 200_000)),
  ),
];

function stylesOf(formats: number, styles: number): Repeated {
  const format = (at: number) => `<numFmt numFmtId="${200 + at}" formatCode="0.0${at}"/>`;
  const all = Array.from({ length: formats }, (_, at) => format(at)).join('');
  const some = Array.from({ length: 1000 }, (_, at) => `<xf numFmtId="${200 + at}"/>`).join('');
  return { head: `<numFmts>${all}</numFmts><cellXfs>`, unit: some, times: styles / 1000, tail: '</cellXfs>' };
}
