import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { languages } from '@consulting/mto-documents/domain/report/language/language';
import { reportWorkbook } from '@consulting/mto-documents/domain/report/workbook/report-workbook';
import { zip } from '@consulting/spreadsheet/write-xlsx/zip';
import * as xlsx from '@e965/xlsx';
import { resave } from '../support/office';
import { sampleReport } from '../support/sample-report';

setDefaultTimeout(120_000);

const createdAt = new Date('2026-11-22T12:00:00Z');
const lineCount = 500;

const bytesOf = (language: (typeof languages)[number]) =>
  new Response(reportWorkbook(sampleReport(lineCount, language), language, createdAt)).bytes();

/** The workbook without the results of its formulas: who opens it must calculate them. */
async function withoutResults(bytes: Uint8Array): Promise<File> {
  const { files } = xlsx.read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  const parts = Object.entries(files).filter(([path]) => /\.(?:xml|rels)$/.test(path));
  const entries = parts.map(([path, { content }]) => {
    const text = new TextDecoder().decode(content);
    const isSheet = path.startsWith('xl/worksheets/sheet');
    return { path, content: [isSheet ? text.replaceAll(/<\/f><v>[^<]*<\/v>/g, '</f>') : text] };
  });
  const chunks = await Array.fromAsync(zip(entries, { modifiedAt: createdAt, compressionLevel: 1 }));
  return new File([Buffer.concat(chunks)], 'report.xlsx');
}

const formulasOf = (book: xlsx.WorkBook) =>
  book.SheetNames.flatMap((sheet) =>
    Object.entries(book.Sheets[sheet] ?? {}).flatMap(([address, cell]) =>
      cell?.f === undefined ? [] : [{ sheet, address, formula: cell.f as string, value: Number(cell.v) }],
    ),
  );

describe('a report in LibreOffice', () => {
  test('calculates every formula to the figure that the report has stored, to the cent', async () => {
    const bytes = await bytesOf('en');
    const stored = formulasOf(xlsx.read(bytes, { cellFormula: true }));
    expect(stored.length).toBeGreaterThan(150);
    const bare = await withoutResults(bytes);
    const left = formulasOf(xlsx.read(await bare.arrayBuffer(), { cellFormula: true }));
    expect(left.filter(({ value }) => value !== 0 && !Number.isNaN(value))).toEqual([]);
    const [saved] = await resave([bare], 'xlsx');
    if (!saved) throw new Error('nothing saved');
    const calculated = xlsx.read(await saved.arrayBuffer());
    for (const { sheet, address, formula, value } of stored) {
      const cell = calculated.Sheets[sheet]?.[address];
      expect({
        sheet,
        address,
        formula,
        is: Math.abs(Number(cell?.v) - value) < 0.005,
        value,
        calculated: cell?.v,
      }).toMatchObject({ is: true });
    }
  });

  test('keeps its charts, printed titles and filter when it is saved', async () => {
    const [saved] = await resave([new File([await bytesOf('en')], 'report.xlsx')], 'xlsx');
    const { files } = xlsx.read(await saved?.arrayBuffer(), { bookFiles: true }) as unknown as {
      files: Record<string, { content: Uint8Array }>;
    };
    const paths = Object.keys(files);
    const textOf = (path: string) => new TextDecoder().decode(files[path]?.content);
    const charts = paths.filter((path) => /^xl\/charts\/chart\d+\.xml$/.test(path));
    expect(charts).toHaveLength(5);
    for (const path of charts) expect(textOf(path)).toMatch(/<c:f>[^<]*\$\d+:\$[A-Z]+\$\d+<\/c:f>/);
    expect(textOf('xl/workbook.xml').match(/_xlnm\.Print_Titles/g)).toHaveLength(7);
    const lines = textOf('xl/worksheets/sheet12.xml');
    expect(lines).toMatch(new RegExp(`<autoFilter ref="A1:P${lineCount + 1}"`));
    expect(lines).toMatch(/orientation="landscape"/);
  });

  test.each(languages)('is printed in %s', async (language) => {
    const [printed] = await resave([new File([await bytesOf(language)], `${language}.xlsx`)], 'pdf');
    const pdf = new TextDecoder('latin1').decode(await printed?.bytes());
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(12 + Math.floor(lineCount / 80));
    expect(pages).toBeLessThan(12 + Math.ceil(lineCount / 30) + 6);
  });
});
