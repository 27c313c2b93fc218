import type en from '../en';
import { projects as english } from '../en/projects';

export const projects: typeof en.projects = english;
