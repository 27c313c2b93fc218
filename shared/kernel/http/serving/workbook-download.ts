import { wholeResponse } from './whole-response';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const workbookSchema = {
  type: 'string',
  format: 'binary',
  description: 'An Excel workbook.',
};

const forbiddenInFileNames = /[\\/:*?"<>|\p{Cc}]/gu;
const outsideAscii = /[^\x20-\x7e]|%/gu;
const unescapedByEncoding = /['()*]/g;

export const workbookDownload = (
  fileName: string,
  bytes: ReadableStream<Uint8Array> | ArrayBuffer,
): Response => fileDownload(fileName, workbookType, bytes);

export function fileDownload(
  fileName: string,
  type: string,
  bytes: ReadableStream<Uint8Array> | ArrayBuffer,
): Response {
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(fileName) };
  return bytes instanceof ArrayBuffer
    ? wholeResponse(new Uint8Array(bytes), 200, headers)
    : new Response(bytes, { headers });
}

function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed().replace(forbiddenInFileNames, '_');
  const encoded = encodeURIComponent(name).replace(
    unescapedByEncoding,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(outsideAscii, '_')}"; filename*=UTF-8''${encoded}`;
}
