const lineFeed = 10;

/**
 * Lines of several processes would be torn, so only whole ones are written; the next read waits for the log,
 * so that a slow reader of it slows that process down and not this one.
 */
export async function passLines(output: ReadableStream<Uint8Array>): Promise<void> {
  let begun: Uint8Array[] = [];
  for await (const piece of output) {
    const end = piece.lastIndexOf(lineFeed) + 1;
    if (end === 0) begun.push(piece);
    else {
      await written(Buffer.concat([...begun, piece.subarray(0, end)]));
      begun = end < piece.length ? [piece.subarray(end)] : [];
    }
  }
  if (begun.length > 0) await written(Buffer.concat([...begun, Buffer.of(lineFeed)]));
}

const written = (lines: Buffer) => new Promise<void>((done) => process.stdout.write(lines, () => done()));
