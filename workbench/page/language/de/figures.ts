import type en from '../en';

export const figures: typeof en.figures = {};
