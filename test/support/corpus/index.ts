import {
  csvOfExcelGerman,
  csvOfExcelUtf8,
  csvOfGoogleSheets,
  csvOfLibreOffice,
  csvOfNumbers,
  textOfExcelUnicode,
} from './delimited';
import { closedXml, epplus } from './dotnet';
import { excelForMac, excelForWindows, excelStrict } from './excel';
import { googleSheets } from './google-sheets';
import { libreOffice } from './libreoffice';
import { numbers } from './numbers';
import { apachePoi } from './poi';
import { openpyxl, xlsxwriter } from './python';
import type { CorpusSheet } from './sheet';
import { sheetJs } from './sheetjs';
import { wps } from './wps';

type Write = (sheets: readonly CorpusSheet[]) => Uint8Array<ArrayBuffer>;

const workbookMakers = {
  'Excel for Windows': excelForWindows,
  'Excel for Mac with dates from 1904': excelForMac,
  'Excel, strict': excelStrict,
  Numbers: numbers,
  LibreOffice: libreOffice,
  'Google Sheets': googleSheets,
  WPS: wps,
  openpyxl,
  'xlsxwriter with constant_memory': xlsxwriter,
  SheetJS: sheetJs,
  EPPlus: epplus,
  'Apache POI, streaming': apachePoi,
  ClosedXML: closedXml,
} satisfies Record<string, Write>;

const delimitedMakers = {
  'CSV of Excel in German': csvOfExcelGerman,
  'CSV of Excel in UTF-8': csvOfExcelUtf8,
  'Unicode text of Excel': textOfExcelUnicode,
  'CSV of Numbers': csvOfNumbers,
  'CSV of LibreOffice': csvOfLibreOffice,
  'CSV of Google Sheets': csvOfGoogleSheets,
} satisfies Record<string, Write>;

type WorkbookWriter = keyof typeof workbookMakers;
type DelimitedWriter = keyof typeof delimitedMakers;
export type Writer = WorkbookWriter | DelimitedWriter;

export const workbookWriters = Object.keys(workbookMakers) as WorkbookWriter[];
export const delimitedWriters = Object.keys(delimitedMakers) as DelimitedWriter[];
export const writers: Writer[] = [...workbookWriters, ...delimitedWriters];

/** A file with these sheets, byte by byte as this writer would have saved it; a delimited one has the first sheet. */
export function fileInTheMannerOf(writer: Writer, sheets: readonly CorpusSheet[]): File {
  const makers: Record<Writer, Write> = { ...workbookMakers, ...delimitedMakers };
  return new File([makers[writer](sheets)], `list.${extensionOf(writer)}`);
}

function extensionOf(writer: Writer): string {
  if (writer in workbookMakers) return 'xlsx';
  return writer === 'Unicode text of Excel' ? 'tsv' : 'csv';
}
