import { connectStorePatiently, type Database } from '../postgres';

export type Verification = (db: Database) => Promise<string[]>;

export async function verify(
  { name, url, schema }: { name: string; url: string; schema: string },
  verification: Verification | undefined,
): Promise<void> {
  if (!verification) return console.log(`${name}: keeps nothing twice`);
  const store = await connectStorePatiently({ url, schema, connectionsMax: 1 });
  try {
    const differences = await verification(store.db);
    for (const difference of differences) console.log(`${name}: ${difference}`);
    if (differences.length > 0) process.exitCode = 1;
    else console.log(`${name}: what is stored twice agrees`);
  } finally {
    await store.close();
  }
}
