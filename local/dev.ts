import { StartError } from './server';
import { processNames, root, watchedProcess } from './system/processes';
import { refuse, runSystem } from './system/run-system';
import { systemSettings } from './system/settings';

try {
  const [name = ''] = process.argv.slice(2);
  if (!processNames.includes(name))
    throw new StartError(`Name one of the processes: ${processNames.join(', ')}.`);
  const options = {
    processes: [watchedProcess(name)],
    settings: systemSettings(process.env, 0),
    cwd: root,
    environment: process.env,
    output: { print: console.log, warn: console.error },
  };
  await runSystem(options, (url) => console.log(`ready ${url}, watching its files`));
} catch (error) {
  refuse(error);
}
