import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mto } from '@consulting/mto/service';

export function migrationsBefore(first: string, folder: string, from = mto.migrationsFolder): string {
  cpSync(from, folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  const stored = entries.filter(({ tag }: { tag: string }) => tag < first);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: stored }));
  return folder;
}
