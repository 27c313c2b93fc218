import type en from '../en';

export const libraries: typeof en.libraries = {};
