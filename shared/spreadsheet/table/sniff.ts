export type SniffedFileType = 'workbook' | 'delimited' | { unsupported: string };

export const SNIFF_BYTES = 4096;

const ARCHIVE_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06'];
const COMPOUND_SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const OTHER_SIGNATURES: [string, string][] = [
  ['PK\x03\x04', 'an archive or a workbook'],
  ['PK\x05\x06', 'an archive'],
  [COMPOUND_SIGNATURE, 'an old Office file'],
  ['%PDF-', 'a PDF document'],
  ['\x1f\x8b', 'a compressed file'],
  ['7z\xbc\xaf\x27\x1c', 'a compressed file'],
  ['Rar!\x1a\x07', 'a compressed file'],
  ['\x89PNG\r\n', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['{\\rtf', 'a text document'],
];
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';
const SUPPORTED = 'Supported are .xlsx, .xlsm, .csv and .tsv.';

/** A refusal is a sentence for the person who sent the file (resources.md 15.3 rule 12). */
export function sniffFileType(firstBytes: Uint8Array, fileName: string): SniffedFileType {
  const start = Buffer.from(
    firstBytes.buffer,
    firstBytes.byteOffset,
    Math.min(firstBytes.length, SNIFF_BYTES),
  );
  const text = start.toString('latin1');
  const extension = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
  if (extension === '.xlsx' || extension === '.xlsm') return sniffWorkbook(text, extension);
  if (extension === '.csv' || extension === '.tsv') return sniffDelimited(text, extension);
  if (extension === '.xls' || extension === '.xlsb' || extension === '.ods') {
    return { unsupported: `${extension} files are not supported. Save the workbook as .xlsx.` };
  }
  const named = extension === '' ? 'Files without an extension' : `${extension} files`;
  return { unsupported: `${named} are not supported. ${SUPPORTED}` };
}

function sniffWorkbook(text: string, extension: string): SniffedFileType {
  if (text.startsWith(COMPOUND_SIGNATURE)) return { unsupported: compoundSentence(text, extension) };
  if (text.slice(0, 256).includes(OPEN_DOCUMENT)) {
    return { unsupported: `This is an OpenDocument file with the extension ${extension}. Save it as .xlsx.` };
  }
  if (ARCHIVE_SIGNATURES.some((signature) => text.startsWith(signature))) return 'workbook';
  if (text === '') return { unsupported: 'The file is empty.' };
  return { unsupported: `The content is not that of an ${extension} workbook. ${SUPPORTED}` };
}

function compoundSentence(text: string, extension: string): string {
  const names = text.replaceAll('\0', '');
  const isEncrypted = names.includes('EncryptedPackage') || names.includes('EncryptionInfo');
  if (isEncrypted) return 'The workbook is encrypted. Save it without a password.';
  const old = `an old .xls workbook with the extension ${extension}`;
  return `This is an encrypted workbook or ${old}. Save it as .xlsx without a password.`;
}

function sniffDelimited(text: string, extension: string): SniffedFileType {
  const found = OTHER_SIGNATURES.find(([signature]) => text.startsWith(signature));
  if (!found) return 'delimited';
  return { unsupported: `This is ${found[1]} with the extension ${extension}. ${SUPPORTED}` };
}
