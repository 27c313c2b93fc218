import { houseProcesses, root } from './house/processes';
import { refuse, runHouse } from './house/run-house';
import { houseSettings } from './house/settings';

try {
  const options = {
    processes: houseProcesses,
    settings: houseSettings(process.env, 3000),
    cwd: root,
    environment: process.env,
    voice: { print: console.log, warn: console.error },
  };
  await runHouse(options, (url) => console.log(`ready ${url} (docs ${url}/api/docs)`));
} catch (error) {
  refuse(error);
}
