const lineFeed = 10;

/**
 * Lines of several processes would be torn, so only whole ones are written; the next read waits for the log,
 * so that a slow reader of it slows that process down and not this one.
 */
export async function passLines(output: ReadableStream<Uint8Array>): Promise<void> {
  let begun: Uint8Array[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end === 0) begun.push(chunk);
    else {
      await written(Buffer.concat([...begun, chunk.subarray(0, end)]));
      begun = end < chunk.length ? [chunk.subarray(end)] : [];
    }
  }
  if (begun.length > 0) await written(Buffer.concat([...begun, Buffer.of(lineFeed)]));
}

const written = (lines: Buffer) => new Promise<void>((done) => process.stdout.write(lines, () => done()));
