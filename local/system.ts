import { root, systemProcesses } from './process/processes';
import { refuse, runSystem } from './system/run-system';
import { systemSettings } from './system/settings';
import { buildWhereOutdated } from './workbench';

try {
  const options = {
    processes: systemProcesses,
    settings: systemSettings(process.env, 3000),
    cwd: root,
    environment: process.env,
    output: { print: console.log, warn: console.error },
  };
  const workbench = buildWhereOutdated(console.error);
  await runSystem(options, async (url) => {
    await workbench;
    console.log(`ready ${url} (docs ${url}/api/docs)`);
  });
} catch (error) {
  refuse(error);
}
