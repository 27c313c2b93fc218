import type en from '../en';
import { figures } from './figures';
import { imports } from './imports';
import { libraries } from './libraries';
import { projects } from './projects';
import { shell } from './shell';
import { takeoff } from './takeoff';

const messages: typeof en = { shell, projects, imports, takeoff, figures, libraries };

export default messages;
