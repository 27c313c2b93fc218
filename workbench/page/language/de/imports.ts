import type en from '../en';

export const imports: typeof en.imports = {};
