/** A client in a process of its own: so many connections, one page at a time on each, until its parent goes; tells how long each took. */
export interface Sample {
  /** Milliseconds of the clock. */
  at: number;
  ms: number;
  status: number;
}

const [url = '', key = '', path = '', connections = '1', pauseMs = '10'] = process.argv.slice(2);
async function readPages(): Promise<void> {
  for (;;) {
    const started = performance.now();
    const response = await fetch(url + path, { headers: { 'x-api-key': key } });
    await response.arrayBuffer();
    const ms = performance.now() - started;
    process.send?.({ at: performance.timeOrigin + started, ms, status: response.status } satisfies Sample);
    await Bun.sleep(Number(pauseMs));
  }
}

process.on('disconnect', () => process.exit(0));
for (let at = 0; at < Number(connections); at += 1) void readPages();
