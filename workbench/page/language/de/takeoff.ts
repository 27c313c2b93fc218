import type en from '../en';

export const takeoff: typeof en.takeoff = {};
