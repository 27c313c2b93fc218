import type { FuzzRequest } from './fuzz-request';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const isPlain = /^[\x20-\x7e]*$/;
const bodyDisplayed = 4_000;

/** A line for a shell that sends the same request; bytes that a shell cannot hold go through base64. */
export function asCurl(base: string, { method, target, headers, body }: FuzzRequest): string {
  const parts = ['curl -sS -i --path-as-is', '-X', method];
  for (const [name, value] of headers) {
    const bytes = [...Buffer.from(`${name}: ${value}`, 'latin1')];
    const escapedBytes = bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    parts.push('-H', isPlain.test(value) ? quoted(`${name}: ${value}`) : `$'${escapedBytes}'`);
  }
  const address = quoted(base + target);
  if (body.length === 0) return [...parts, address].join(' ');
  const text = Buffer.from(body).toString('latin1');
  if (isPlain.test(text)) return [...parts, '--data-binary', quoted(shortened(text)), address].join(' ');
  const encoded = shortened(Buffer.from(body).toString('base64'));
  return `echo ${encoded} | base64 -d | ${[...parts, '--data-binary @-', address].join(' ')}`;
}

const shortened = (text: string) =>
  text.length <= bodyDisplayed ? text : `${text.slice(0, bodyDisplayed)}… (${text.length} characters)`;
