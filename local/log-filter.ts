const loud = /"level"\s*:\s*(?:"(?:warn|warning|error|fatal|critical)"|[4-6]0\b)/i;

export function isLoud(line: string): boolean {
  return line.startsWith('{') && loud.test(line);
}

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
