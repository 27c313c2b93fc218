import { figures } from './figures';
import { imports } from './imports';
import { libraries } from './libraries';
import { projects } from './projects';
import { shell } from './shell';
import { takeoff } from './takeoff';

export default { shell, projects, imports, takeoff, figures, libraries };
