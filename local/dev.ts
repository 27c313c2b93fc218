import { processNames, root, watchedProcess } from './house/processes';
import { refuse, runHouse } from './house/run-house';
import { houseSettings } from './house/settings';
import { StartError } from './start-error';

try {
  const [name = ''] = process.argv.slice(2);
  if (!processNames.includes(name))
    throw new StartError(`Name one of the processes: ${processNames.join(', ')}.`);
  const options = {
    processes: [watchedProcess(name)],
    settings: houseSettings(process.env, 0),
    cwd: root,
    environment: process.env,
    voice: { print: console.log, warn: console.error },
  };
  await runHouse(options, (url) => console.log(`ready ${url}, watching its files`));
} catch (error) {
  refuse(error);
}
