import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fileInTheMannerOf, writers } from '../support/corpus';
import { fileImports } from '../support/corpus/imports';
import type { CorpusCell } from '../support/corpus/sheet';
import { someOf } from '../support/rounds';

/** Excel in German writes WAHR and FALSCH, which no import reads yet. */
const readable = (value: CorpusCell): CorpusCell =>
  typeof value === 'boolean' ? (value ? 'Y' : 'N') : value;

// Each endpoint takes other writers, so that every writer is read by some of them.
const endpoints = fileImports.map((one, at) => ({ ...one, own: someOf(writers, at) }));

describe.each(endpoints)('$endpoint', ({ start, own }) => {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.stop());

  test.each(own)('200: a file in the manner of %s is stored as its rows', async (writer) => {
    const { rows, wanted, importFile } = await running.example();
    const sent = writer === 'CSV of Excel in German' ? rows.map((cells) => cells.map(readable)) : rows;
    const stored = await importFile(fileInTheMannerOf(writer, [{ name: 'Liste', rows: sent }]));
    expect(stored).toMatchObject(wanted);
  });
});
