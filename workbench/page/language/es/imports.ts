import type en from '../en';
import { imports as english } from '../en/imports';

export const imports: typeof en.imports = english;
