import { type Fault, invalid } from '../errors';
import type { Fields, Values } from '../fields/field';
import type { QueryInput } from '../fields/query';
import type { Upload, UploadedFile } from './upload';

/**
 * The text parts of a received form, read as query parameters are, and its file.
 * @throws VALIDATION_ERROR with every fault: broken or unknown part, wrong type, no file.
 */
export function requireForm<F extends Fields>(
  upload: Upload,
  input: QueryInput<F>,
): { values: Values<F>; file: UploadedFile } {
  const parts = [...upload.fields].flatMap(([name, texts]) =>
    texts.map((text): [string, string] => [name, text]),
  );
  const { values, faults } = input.tryRead(new URLSearchParams(parts));
  const all: Fault[] = [...upload.faults, ...faults];
  if (!upload.file) all.push({ field: 'file', code: 'REQUIRED', message: 'is required' });
  if (!upload.file || all.length > 0) throw invalid(all);
  return { values, file: upload.file };
}
