const loud = /"level"\s*:\s*(?:"(?:warn|warning|error|fatal|critical)"|[4-6]0\b)/i;

/** True for a JSON log line of level warn or above. */
export function isLoud(line: string): boolean {
  return line.startsWith('{') && loud.test(line);
}

/** The whole lines of each piece of a byte stream together, and an unfinished last line. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest) yield [rest];
}
