const lineFeed = 10;

/**
 * Writes what a process writes to its log to ours, only whole lines at a time, since those of several processes would else
 * be torn; not before ours has taken what came before, so that a slow reader slows the process down and not us.
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
