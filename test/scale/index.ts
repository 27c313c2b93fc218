import { databasePerService } from './database-per-service';
import { readReplicas } from './read-replicas';
import { takeOver } from './take-over';

/** What docs/scaling.md says of databases, each part by its name. */
const parts: Record<string, () => Promise<string[]>> = {
  'take-over': takeOver,
  'read-replicas': readReplicas,
  'database-per-service': databasePerService,
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Name none or some of: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const name of chosen) {
  const faults = (await parts[name]?.()) ?? [];
  for (const fault of new Set(faults)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
