import { closeSync, openSync, renameSync, writeSync } from 'node:fs';

const fileBytesMax = 64 * 1024 * 1024;

export type LogFile = { path: string; write(lines: string[]): void };

export function openLogFile(path: string): LogFile {
  let file = openSync(path, 'w', 0o600);
  let bytesWritten = 0;
  return {
    path,
    write(lines) {
      if (bytesWritten > fileBytesMax) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'w', 0o600);
        bytesWritten = 0;
      }
      bytesWritten += writeSync(file, `${lines.join('\n')}\n`);
    },
  };
}

const warning = /"level"\s*:\s*(?:"(?:warn|warning|error|fatal|critical)"|[4-6]0\b)/i;

export function isWarning(line: string): boolean {
  return line.startsWith('{') && warning.test(line);
}

export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest) yield [rest];
}
