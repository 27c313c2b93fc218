import { watchWorkbench } from '@consulting/workbench/build';
import { processNames, root, watchedProcess } from './process/processes';
import { StartError } from './process/server';
import { refuse, runSystem } from './system/run-system';
import { systemSettings } from './system/settings';
import { buildWhereOutdated } from './workbench';

async function watchProcess(name: string): Promise<void> {
  const workbench = name === 'gateway' ? buildWhereOutdated(console.error) : undefined;
  const options = {
    processes: [watchedProcess(name)],
    settings: systemSettings(process.env, 0),
    cwd: root,
    environment: process.env,
    output: { print: console.log, warn: console.error },
  };
  await runSystem(options, async (url) => {
    await workbench;
    console.log(`ready ${url}, watching its files`);
  });
}

try {
  const [name = ''] = process.argv.slice(2);
  const names = [...processNames, 'workbench'];
  if (!names.includes(name)) throw new StartError(`Name one of the processes: ${names.join(', ')}.`);
  await (name === 'workbench' ? watchWorkbench(console.log) : watchProcess(name));
} catch (error) {
  refuse(error);
}
