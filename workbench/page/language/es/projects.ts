import type en from '../en';

export const projects: typeof en.projects = {};
