import type en from '../en';
import { figures } from './figures';
import { imports } from './imports';
import { libraries } from './libraries';
import { projects } from './projects';
import { shell } from './shell';
import { takeoff } from './takeoff';
import { takeoffTools } from './takeoff-tools';

const messages: typeof en = { shell, projects, imports, takeoff, takeoffTools, figures, libraries };

export default messages;
