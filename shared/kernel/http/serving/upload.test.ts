import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { DomainError } from '../../schema';
import { isForm, receiveUpload } from './upload';

const megabyte = 1024 * 1024;

function requestOf(form: FormData): Request {
  return new Request('http://localhost/', { method: 'POST', body: form });
}

async function inChunks(form: FormData, chunkBytes: number): Promise<Request> {
  const whole = requestOf(form);
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let offset = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunkBytes));
      offset += chunkBytes;
    },
  });
  return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } });
}

function raw(body: string, type = 'multipart/form-data; boundary=b'): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } });
}

async function receive(request: Request, bytesMax = megabyte) {
  const chunks: Uint8Array[] = [];
  const upload = await receiveUpload(request, bytesMax, (chunk) => void chunks.push(chunk));
  return { upload, bytes: Buffer.concat(chunks) };
}

const codeOf = (receiving: Promise<unknown>) =>
  receiving.then(
    () => 'received',
    (error) => (error instanceof DomainError ? error.code : String(error)),
  );

function formOf(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = 'a.csv',
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([content], name));
  return form;
}

describe('receiveUpload', () => {
  test('fields, and a file with its name, size and hash', async () => {
    const form = formOf('näme\n', { a: '1' }, 'Übersicht "1".csv');
    form.append('a', '2');
    const { upload, bytes } = await receive(requestOf(form));
    expect([...upload.fields]).toEqual([['a', ['1', '2']]]);
    expect(upload.faults).toEqual([]);
    const sha256 = createHash('sha256').update('näme\n').digest('hex');
    expect(upload.file).toMatchObject({ bytes: 6, sha256 });
    expect(upload.file?.name).toStartWith('Übersicht');
    expect(bytes.toString()).toBe('näme\n');
  });

  for (const chunkBytes of [1, 7, 4096, 65_537]) {
    test(`whole when it arrives in pieces of ${chunkBytes} bytes`, async () => {
      const content = crypto.getRandomValues(new Uint8Array(chunkBytes < 10 ? 500 : 60_000));
      const { bytes } = await receive(await inChunks(formOf(content, { mode: 'append' }), chunkBytes));
      expect(Buffer.compare(bytes, content)).toBe(0);
    });
  }

  test('waits for whoever takes the bytes', async () => {
    const request = await inChunks(formOf('x'.repeat(200_000)), 10_000);
    let [busy, most, total] = [0, 0, 0];
    await receiveUpload(request, megabyte, async (chunk) => {
      busy += 1;
      most = Math.max(most, busy);
      await Bun.sleep(1);
      total += chunk.length;
      busy -= 1;
    });
    expect([most, total]).toEqual([1, 200_000]);
  });

  test('an empty file and an empty form', async () => {
    expect((await receive(requestOf(formOf('')))).upload.file).toMatchObject({ bytes: 0 });
    expect((await receive(raw('--b--\r\n'))).upload).toEqual({ fields: new Map(), file: null, faults: [] });
  });

  test('FILE_TOO_LARGE: one byte over the limit, not at it', async () => {
    expect(await codeOf(receive(requestOf(formOf('x'.repeat(100))), 100))).toBe('received');
    expect(await codeOf(receive(requestOf(formOf('x'.repeat(101))), 100))).toBe('FILE_TOO_LARGE');
    expect(await codeOf(receive(await inChunks(formOf('x'.repeat(100_000)), 1000), 100))).toBe(
      'FILE_TOO_LARGE',
    );
  });

  test('faults: a second file, a file under another name, a field that is too long', async () => {
    const form = formOf('1', { note: 'x'.repeat(256 * 1024 + 1) });
    form.append('file', new File(['2'], 'b.csv'));
    form.append('picture', new File(['3'], 'c.png'));
    const { upload, bytes } = await receive(requestOf(form));
    expect(upload.faults.map(({ field, code }) => [field, code])).toEqual([
      ['note', 'MAX_LENGTH'],
      ['file', 'DUPLICATE'],
      ['picture', 'UNKNOWN_FIELD'],
    ]);
    expect(bytes.toString()).toBe('1');
  });

  const broken: [string, Request][] = [
    ['no boundary', raw('--b\r\n', 'multipart/form-data')],
    ['an empty boundary', raw('--\r\n', 'multipart/form-data; boundary=""')],
    [
      'a boundary of more than 70 characters',
      raw(`--${'b'.repeat(71)}--\r\n`, `multipart/form-data; boundary=${'b'.repeat(71)}`),
    ],
    ['no end', raw('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx')],
    [
      'a file without an end',
      raw('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx'),
    ],
    [
      'a file under another name without an end',
      raw('--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nx'),
    ],
    [
      'a second file without an end',
      raw(
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\ny',
      ),
    ],
    ['nothing', raw('')],
    ['another boundary', raw('--c\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--c--\r\n')],
  ];
  for (const [what, request] of broken) {
    test(`VALIDATION_ERROR: ${what}`, async () => {
      expect(await codeOf(receive(request))).toBe('VALIDATION_ERROR');
    });
  }

  test('VALIDATION_ERROR: more than 50 parts, and the rest is not read', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new TextEncoder().encode(part));
        if (chunks === 10_000) controller.close();
      },
    });
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    const error = await receive(request).catch((thrown) => thrown);
    expect(error.facts.errors).toEqual([
      { field: 'body', code: 'MAX', message: 'must have at most 50 parts', params: { maxItems: 50 } },
    ]);
    expect(chunks).toBeLessThan(60);
  });

  test('UNSUPPORTED_MEDIA_TYPE: no form', async () => {
    expect(await codeOf(receive(raw('{}', 'application/json')))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('what the taker throws ends the reading and passes through', async () => {
    const refusal = new DomainError('UNSUPPORTED_FILE_TYPE', 'No.');
    const request = await inChunks(formOf('x'.repeat(300_000)), 1000);
    let taken = 0;
    const receiving = receiveUpload(request, megabyte, () => {
      taken += 1;
      throw refusal;
    });
    expect(await receiving.catch((error) => error)).toBe(refusal);
    expect(taken).toBe(1);
  });
});

test('isForm', () => {
  expect(isForm(raw('', 'Multipart/Form-Data; boundary=x'))).toBe(true);
  expect(isForm(raw('', 'application/json'))).toBe(false);
});
